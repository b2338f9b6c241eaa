import { describe, expect, it } from "vitest";
import type { StepInfo } from "@/api/schema";
import { readFilters, timeline, tookMs } from "./model";

function step(key: string, startedAt: string, endedAt: string | null): StepInfo {
  return {
    key,
    number: 0,
    kind: "model",
    name: key,
    status: "done",
    attempt: 1,
    input: null,
    result: null,
    error: null,
    startedAt,
    endedAt,
  };
}

describe("runs", () => {
  it("reads filters from an address and drops what it does not know", () => {
    expect(readFilters({ status: "failed", agent: "editor", page: 3 })).toEqual({
      status: "failed",
      agent: "editor",
    });
    expect(readFilters({ status: "lost", agent: "" })).toEqual({});
  });

  it("measures a run that goes on until now", () => {
    const now = Date.parse("2026-11-15T10:00:05Z");
    expect(tookMs({ startedAt: "2026-11-15T10:00:00Z", endedAt: null }, now)).toBe(5000);
    expect(tookMs({ startedAt: null, endedAt: null }, now)).toBeNull();
  });

  it("places steps on one line of time", () => {
    const bars = timeline(
      [step("a", "2026-11-15T10:00:00Z", "2026-11-15T10:00:01Z"), step("b", "2026-11-15T10:00:01Z", null)],
      Date.parse("2026-11-15T10:00:04Z"),
    );
    expect(bars.map(({ from, size, ms }) => [from, size, ms])).toEqual([
      [0, 25, 1000],
      [25, 75, 3000],
    ]);
  });
});
