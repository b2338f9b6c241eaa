import { expect, it } from "vitest";
import { type Recent, withRecent } from "./recent";

const place = (name: string): Recent => ({ title: name, href: `/${name}`, screen: "runs" });

it("puts the newest in front and keeps each place once, under its newest title", () => {
  const before = withRecent(withRecent([], place("a")), place("b"));
  const now = withRecent(before, { ...place("a"), title: "A" });
  expect(now.map(({ title }) => title)).toEqual(["A", "b"]);
});

it("keeps one of several addresses under one name", () => {
  const before = withRecent([], place("a"));
  expect(withRecent(before, { ...place("a"), href: "/a?tab=io" })).toHaveLength(1);
});

it("keeps a dozen", () => {
  let list: Recent[] = [];
  for (let at = 0; at < 30; at += 1) list = withRecent(list, place(String(at)));
  expect(list).toHaveLength(12);
  expect(list[0]?.title).toBe("29");
});
