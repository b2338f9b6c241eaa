/** Data folders with what tests begin with, each made once and copied: what a studio holds, and its owner signed in. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext } from "@playwright/test";
import { Studio, setUp } from "./studio";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export interface Prepared {
  folder: string;
  cookies: Cookies;
}

/** Where a run keeps them: its workers have one parent. */
export function shelf(run: number): string {
  return join(tmpdir(), `proofroom-e2e-prepared-${run}`);
}

/** Return a data folder to copy and its owner's cookies. */
export async function prepared(wanted: readonly string[], browser: Browser): Promise<Prepared> {
  const holds = wanted.filter((name) => name !== "offline"); // how it is started, not what is in it
  return once(holds.join("-") || "empty", async () => {
    // Entries and records are added to what is there, the demo before somebody sets the studio up.
    const rest = holds.filter((name) => name !== "many" && name !== "records");
    if (rest.length < holds.length) {
      const under = await prepared(rest, browser);
      return [new Studio(holds, under.folder), async () => under.cookies];
    }
    const from = holds.includes("demo") ? await unclaimed() : undefined;
    const studio = new Studio(holds, from);
    return [studio, () => signUp(browser, studio)];
  });
}

/** Return the data folder of a studio with the demo that nobody has set up yet. */
export async function unclaimed(): Promise<string> {
  const { folder } = await once("unclaimed", async () => [new Studio(["demo", "offline"]), async () => []]);
  return folder;
}

/** Start a studio, do something in it and keep its data; the first worker that asks does, the others wait. */
async function once(name: string, open: () => Promise<[Studio, () => Promise<Cookies>]>): Promise<Prepared> {
  const place = join(shelf(process.ppid), name);
  const folder = join(place, "studio-data");
  const known = join(place, "cookies.json");
  mkdirSync(shelf(process.ppid), { recursive: true });
  try {
    mkdirSync(place);
  } catch {
    while (!existsSync(known)) {
      if (!existsSync(place)) return once(name, open); // whoever made it has failed
      await pause(100);
    }
    return { folder, cookies: JSON.parse(readFileSync(known, "utf8")) };
  }
  let studio: Studio | null = null;
  try {
    const [opened, use] = await open();
    studio = opened;
    await studio.start();
    const cookies = await use();
    await studio.stop();
    cpSync(studio.data, folder, { recursive: true });
    writeFileSync(`${known}.part`, JSON.stringify(cookies));
    renameSync(`${known}.part`, known);
    return { folder, cookies };
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  } finally {
    await studio?.remove();
  }
}

async function signUp(browser: Browser, studio: Studio): Promise<Cookies> {
  const context = await browser.newContext();
  await setUp(await context.newPage(), studio);
  const cookies = await context.cookies();
  await context.close();
  return cookies;
}
