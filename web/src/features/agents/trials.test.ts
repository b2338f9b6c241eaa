import { expect, it } from "vitest";
import {
  driftOf,
  hasLost,
  lastWhole,
  losesTo,
  meanOf,
  replaysOf,
  spreadOf,
  trialsOf,
  versionsShown,
  wantedOf,
} from "./trials";

it("says what each check asks for, also where a kind comes twice or a call was not recorded", () => {
  const checks = [
    { kind: "order", tools: ["read", "write"], tool: "", pattern: "" },
    { kind: "output_matches", pattern: "four" },
    { kind: "no_error", tools: [] },
    { kind: "output_matches", pattern: "five" },
    { kind: "max_steps", limit: 3 },
  ];
  const results = [...checks.map(({ kind }) => ({ kind, passed: true })), { kind: "diverged" }];
  expect(results.map((_, at) => wantedOf(results, at, checks))).toEqual([
    "read, write",
    "four",
    "",
    "five",
    "3",
    "",
  ]);
});

const trial = (agentVersion: number, passed: boolean, number = 1, tools = ["read"], costMicros = 100) => ({
  agentVersion,
  passed,
  trial: number,
  did: { tools, costMicros, tookMs: 1000 },
});

it("stands side by side how the versions did in a case, by their newest trials", () => {
  const runs = [trial(2, false), trial(2, true), trial(2, true, 0), trial(1, true), trial(1, false)];
  expect(versionsShown(runs, 3)).toEqual([1, 2, 3]);
  expect(versionsShown([...runs, trial(4, true)], 5)).toEqual([2, 4, 5]);
  expect(spreadOf(trialsOf(runs, 2))).toEqual({ passed: 1, all: 2 });
  expect(spreadOf(trialsOf(runs, 3))).toEqual({ passed: 0, all: 0 });
  const many = [trial(1, true), trial(1, true), trial(1, true), trial(1, false)];
  expect(spreadOf(trialsOf(many, 1))).toEqual({ passed: 3, all: 3 });
});

it("tells what differs where both pass, and which case an earlier version passed", () => {
  const before = [trial(1, true)];
  expect(driftOf([trial(2, true, 1, ["read", "read"])], before)).toEqual([
    { kind: "calls", now: 2, before: 1 },
  ]);
  expect(driftOf([trial(2, true, 1, ["find"], 300)], before)).toEqual([
    { kind: "tools", now: "find" },
    { kind: "cost", now: 300, before: 100 },
  ]);
  expect(driftOf([trial(2, true)], before)).toEqual([]);
  expect(driftOf([trial(2, false, 1, ["find"])], before)).toEqual([]);
  expect(hasLost([trial(2, false), trial(1, true)], [1, 2], 2)).toBe(true);
  expect(hasLost([trial(2, false), trial(1, false)], [1, 2], 2)).toBe(false);
  expect(meanOf([trial(1, true), trial(1, true, 2, [], 300)])).toEqual({ costMicros: 200, tookMs: 1000 });
});

it("shows a candidate beside the live version, and says what it would lose", () => {
  const runs = [trial(4, false), trial(3, true), trial(2, true), trial(1, true)];
  expect(versionsShown(runs, 3, 4)).toEqual([2, 3, 4]);
  expect(versionsShown([], 3, 4)).toEqual([3, 4]);
  expect(versionsShown([], 4, 4), "just gone live").toEqual([4]);
  expect(versionsShown(runs, 6, 4)).toEqual([3, 4, 6]);
  expect(losesTo(runs, 4, 3, false)).toBe(true);
  const both = [trial(4, false), trial(3, false)];
  expect([losesTo(both, 4, 3, false), losesTo(both, 4, 3, true)]).toEqual([false, true]);
  expect(losesTo([trial(3, true)], 4, 3, true)).toBe(false);
});

it("goes back to the newest version that passes what the live one lost, and to none where none does", () => {
  const played = [
    { runs: [trial(3, false), trial(2, true), trial(1, true)] },
    { runs: [trial(3, true), trial(2, false), trial(1, true)] },
  ];
  expect(lastWhole(played, [1, 2, 3], 3)).toBe(2);
  expect(
    lastWhole([...played, { runs: [trial(3, false), trial(2, false), trial(1, true)] }], [1, 2, 3], 3),
  ).toBe(1);
  expect(lastWhole([{ runs: [trial(3, false), trial(1, true)] }, ...played.slice(0, 1)], [1, 2, 3], 3)).toBe(
    1,
  );
});

it("tells the replay without what was learnt from the one with it", () => {
  const runs = [trial(1, true), trial(1, false, 0)].map((one) => ({ ...one, createdAt: "2026-11-18" }));
  const { without, withIt, costMicros } = replaysOf(runs);
  expect([without?.passed, withIt?.passed, costMicros]).toEqual([false, true, 200]);
  expect(replaysOf([])).toEqual({ without: null, withIt: null, costMicros: 0 });
});
