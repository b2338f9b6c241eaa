import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { applyEdits } from "./queries";
import { send } from "./send";
import { keepSteps, useEditorState, wantedOf } from "./store";

vi.mock("./queries", () => ({ applyEdits: vi.fn() }));

const wanted = { run: "r1", label: "Wrote title", edits: [], onto: null };
const answer = { ok: true, runId: "r1", settled: { state: "merged" } };

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("sessionStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  });
  useEditorState.setState({ project: "", done: [], undone: [] });
  keepSteps("river");
});

afterEach(() => vi.unstubAllGlobals());

describe("edits that are sent", () => {
  it("are kept until they are answered, so that a page loaded anew can ask again", async () => {
    let tell: (value: unknown) => void = () => undefined;
    vi.mocked(applyEdits).mockReturnValue(new Promise((done) => (tell = done)) as never);
    const sent = send("river", wanted);
    await vi.waitFor(() => expect(wantedOf("river")).toEqual([wanted]));
    tell(answer);
    await sent;
    expect(wantedOf("river")).toEqual([]);
    expect(useEditorState.getState().done.map(({ label }) => label)).toEqual(["Wrote title"]);
  });

  it("are one step when the answer comes twice", async () => {
    vi.mocked(applyEdits).mockResolvedValue(answer as never);
    await send("river", wanted);
    await send("river", wanted);
    expect(useEditorState.getState().done.length).toBe(1);
  });

  it("are forgotten when they are refused, and leave no step", async () => {
    vi.mocked(applyEdits).mockRejectedValue(new Error("no"));
    expect(await send("river", wanted)).toBeNull();
    expect([wantedOf("river"), useEditorState.getState().done]).toEqual([[], []]);
  });
});
