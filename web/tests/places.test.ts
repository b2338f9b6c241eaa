/** Where agents are told that people can open things: every such address is a page of the app. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { PAGES } from "../src/app/features";

const PROMPTS = join(import.meta.dirname, "../../src/proofroom/runtime/strings/prompts.json");
const { places } = JSON.parse(readFileSync(PROMPTS, "utf8")) as { places: string };
const LINKS = [...places.matchAll(/(?:\{address\}|, )(\/[\w/?&=]+)/g)].flatMap(([, link]) => link ?? []);

it("the section names what can be opened", () => {
  expect(LINKS.length).toBeGreaterThan(12);
});

it.each(LINKS)("%s opens a page that reads all of it", (link) => {
  const { pathname, searchParams } = new URL(link, "http://studio");
  const parts = pathname.split("/");
  const page = PAGES.find(({ path }) => {
    const own: string[] = path.split("/");
    return own.length === parts.length && own.every((part, at) => part.startsWith("$") || part === parts[at]);
  });
  const read = page?.read(Object.fromEntries(searchParams)) as Record<string, unknown> | undefined;
  expect(read).toBeDefined();
  for (const [name, value] of searchParams) expect(read?.[name]).toBe(value);
});
