import { describe, expect, it } from "vitest";
import type { Change, Review } from "@/lib/review";
import { marksOn, spell } from "./components/rendered-frames";

const change = (number: number, path: string[], state = "open") =>
  ({
    id: `c${number}`,
    number,
    state,
    hunk: { op: "add", path },
    hunks: [`h${number}`],
  }) as unknown as Change;

describe("outlines on a page under review", () => {
  it("are shared by changes that are seen on the same thing, and say their numbers", () => {
    const changes = [change(1, ["styles", "a"]), change(2, ["styles", "b"]), change(3, [], "accepted")];
    const byHunk = new Map(changes.map((one) => [`h${one.number}`, one]));
    const review = { subjects: [], changes, byHunk } as unknown as Review;
    const marks = [
      { hunk: "h1", selector: ".a" },
      { hunk: "h2", selector: ".a" },
      { hunk: "h3", selector: "[uid]" },
      { hunk: "gone", selector: ".b" },
    ];
    expect(marksOn({ marks }, review, changes[1] ?? null)).toEqual([
      { id: "c1", selector: ".a", op: "change", label: "~ 1–2", decision: "open", isCurrent: true },
      { id: "c3", selector: "[uid]", op: "add", label: "+ 3", decision: "accepted", isCurrent: false },
    ]);
  });

  it("spell numbers shortly", () => {
    expect(spell([8, 2, 3, 4])).toBe("2–4, 8");
  });
});
