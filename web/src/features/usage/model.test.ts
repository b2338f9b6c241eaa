import { describe, expect, it } from "vitest";
import type { UsageReport } from "@/api/schema";
import { columnsOf, OTHER, rangeStart, scale } from "./model";

const stack = (day: string, key: string, costMicros: number, tokens = 0) => ({
  day,
  key,
  label: key,
  calls: 1,
  tokens,
  costMicros,
});
const report = (costMicros: number, stacks: UsageReport["stacks"]) =>
  ({
    totals: { costMicros },
    byDay: [{ key: "2026-11-14" }, { key: "2026-11-15" }],
    stacks,
  }) as UsageReport;

describe("a range", () => {
  it("counts today as its last day", () => {
    const today = new Date(2026, 10, 15, 23, 59);
    expect(rangeStart("7", today)).toBe("2026-11-09");
    expect(rangeStart("30", today)).toBe("2026-10-17");
    expect(rangeStart("today", today)).toBe("2026-11-15");
    expect(rangeStart("month", today)).toBe("2026-11-01");
  });
});

describe("columns", () => {
  it("name the five dearest and add up the rest", () => {
    const stacks = ["a", "b", "c", "d", "e", "f", "g"].map((key, at) => stack("2026-11-15", key, 10 - at));
    const { series, columns } = columnsOf(report(49, stacks));
    expect(series.map(({ key }) => key)).toEqual(["a", "b", "c", "d", "e", OTHER]);
    expect(columns.map(({ total }) => total)).toEqual([0, 49]);
    expect(columns[1]?.parts).toEqual([10, 9, 8, 7, 6, 9]);
  });

  it("show tokens where nothing was charged", () => {
    const { measure, columns } = columnsOf(report(0, [stack("2026-11-14", "editor", 0, 900)]));
    expect(measure).toBe("tokens");
    expect(columns[0]?.total).toBe(900);
  });
});

describe("a scale", () => {
  it("ends round and above the highest", () => {
    expect(scale(11.4)).toEqual({ top: 12, ticks: [4, 8, 12] });
    expect(scale(0)).toEqual({ top: 1, ticks: [] });
    expect(scale(0.07).top).toBeGreaterThanOrEqual(0.07);
  });
});
