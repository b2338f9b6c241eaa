import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { keepSteps, pushStep, useEditorState } from "./store";

const step = (run: string) => ({ label: run, run, proposal: null });
const runs = () => useEditorState.getState().done.map(({ run }) => run);

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  useEditorState.setState({ project: "", done: [], undone: [] });
});

afterEach(() => vi.unstubAllGlobals());

describe("steps that can be taken back", () => {
  it("come to their own project when the answer arrives after another one was opened", () => {
    keepSteps("river");
    pushStep(step("first"), "river");
    keepSteps("night");
    pushStep(step("second"), "river");
    pushStep(step("other"), "night");
    expect(runs()).toEqual(["other"]);
    keepSteps("river");
    expect(runs()).toEqual(["first", "second"]);
  });

  it("are told once for each run", () => {
    keepSteps("river");
    pushStep(step("first"), "river");
    pushStep(step("first"), "river");
    keepSteps("night");
    pushStep(step("first"), "river");
    keepSteps("river");
    expect(runs()).toEqual(["first"]);
  });
});
