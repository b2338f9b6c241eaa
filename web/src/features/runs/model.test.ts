import { describe, expect, it } from "vitest";
import type { SpanInfo } from "@/api/schema";
import { chosenBy, costByModel, offers, readFilters, timeline, tookMs } from "./model";

const BEGIN = Date.parse("2026-11-15T10:00:00Z");

function span(
  name: string,
  offsetMs: number,
  durationMs: number | null,
  more: Partial<SpanInfo> = {},
): SpanInfo {
  return {
    id: name,
    parentId: null,
    runId: "run",
    step: name,
    kind: "model",
    name,
    status: "ok",
    startedAt: new Date(BEGIN + offsetMs).toISOString(),
    endedAt: null,
    offsetMs,
    durationMs,
    attributes: {},
    error: null,
    costMicros: null,
    children: [],
    ...more,
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

  it("knows which tools a model step chose, and which step answered", () => {
    const tool = (name: string) => span(name, 0, 1, { kind: "tool" });
    const children = [span("one", 0, 1), tool("search"), tool("content_save"), span("two", 0, 1)];
    const chosen = chosenBy(timeline({ root: span("root", 0, 9, { kind: "run", children }) }, BEGIN));
    expect([...chosen]).toEqual([
      ["one", ["search", "content_save"]],
      ["two", []],
    ]);
  });

  it("measures a run that goes on until now", () => {
    const now = Date.parse("2026-11-15T10:00:05Z");
    expect(tookMs({ startedAt: "2026-11-15T10:00:00Z", endedAt: null }, now)).toBe(5000);
    expect(tookMs({ startedAt: null, endedAt: null }, now)).toBeNull();
  });

  it("places steps on one line of time, those of a started run under its step", () => {
    const inner = span("child", 1000, null, { kind: "run", children: [span("c", 2000, 500)] });
    const root = span("root", 0, null, {
      kind: "run",
      children: [span("a", 0, 1000), span("b", 1000, null, { children: [inner] })],
    });
    const bars = timeline({ root }, BEGIN + 4000);
    expect(bars.map(({ span: { name }, depth, from, size, ms }) => [name, depth, from, size, ms])).toEqual([
      ["a", 0, 0, 25, 1000],
      ["b", 0, 25, 75, 3000],
      ["child", 1, 25, 75, 3000],
      ["c", 2, 50, 12.5, 500],
    ]);
  });

  it("adds up what models cost, once per step, and says so when a price is not known", () => {
    const call = (name: string, costMicros: number | null, children: SpanInfo[] = []) =>
      span(name, 0, 1, { costMicros, children, attributes: { "gen_ai.usage.input_tokens": 10 } });
    const root = span("root", 0, 1, {
      kind: "run",
      children: [call("small", null), call("large", 5, [call("large", 5)]), call("large", 7)],
    });
    const sums = costByModel({ root });
    expect(sums.map(({ model, calls, input, costMicros }) => [model, calls, input, costMicros])).toEqual([
      ["large", 2, 20, 12],
      ["small", 1, 10, null],
    ]);
  });

  it("offers to go on only where something stopped", () => {
    expect(offers("failed")).toEqual({ stop: false, resume: true, retry: true });
    expect(offers("running")).toEqual({ stop: true, resume: false, retry: false });
    expect(offers("completed")).toEqual({ stop: false, resume: false, retry: true });
  });
});
