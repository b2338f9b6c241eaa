import { describe, expect, it } from "vitest";
import { CARD, layOut } from "./tree";

const leaf = (slug: string) => ({ slug, below: [] });

describe("the chart of agents", () => {
  it("stands each below the one it gets work from", () => {
    const { placed, lines } = layOut({ slug: "top", below: [leaf("a"), leaf("b")] }, 800);
    const at = Object.fromEntries(placed.map((one) => [one.slug, one]));
    expect(at.a?.y).toBeGreaterThan(CARD.height);
    expect(at.a?.y).toBe(at.b?.y);
    expect((at.a?.x ?? 0) + (at.b?.x ?? 0)).toBe(2 * (at.top?.x ?? 0));
    expect(lines).toHaveLength(2);
  });

  it("goes on in the next row where the width ends, and never lets two overlap", () => {
    const below = [..."abcdefgh"].map(leaf);
    const { placed, width } = layOut({ slug: "top", below }, 720);
    expect(width).toBeLessThanOrEqual(720);
    const spots = placed.map(({ x, y }) => `${x} ${y}`);
    expect(new Set(spots).size).toBe(9);
    expect(placed.every(({ x }) => x >= 0 && x + CARD.width <= width)).toBe(true);
  });

  it("stands parts that are too wide to stand side by side below each other, no wider than one of them", () => {
    const pair = (slug: string) => ({ slug, below: [leaf(`${slug}1`), leaf(`${slug}2`)] });
    const { placed, lines, width } = layOut({ slug: "top", below: [pair("a"), pair("b")] }, 358);
    expect(width).toBeLessThanOrEqual(358);
    expect(placed.every(({ x }) => x >= 0 && x + CARD.width <= width)).toBe(true);
    expect(new Set(placed.map(({ x, y }) => `${x} ${y}`)).size).toBe(7);
    expect(lines).toHaveLength(6);
  });

  it("moves the lines of a part with it", () => {
    const deep = { slug: "top", below: [leaf("a"), { slug: "b", below: [leaf("c")] }] };
    const { lines, placed } = layOut(deep, 800);
    const c = placed.find(({ slug }) => slug === "c");
    expect(lines.some(({ to, path }) => to === "c" && path.endsWith(`V ${c?.y}`))).toBe(true);
  });
});
