import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/api/schema";
import { waitingCalls } from "./answer";

const call = { type: "toolRequest", n: 3, requestId: "one", toolName: "render_snapshot", input: {} };
const result = { type: "toolResult", n: 4, toolCallId: "c", toolName: "render_snapshot", ok: true };
const events = (...all: object[]) => all as RunEvent[];

describe("calls that a run makes to the browser", () => {
  it("are answered when they come, and once", () => {
    expect(waitingCalls(events(call), new Set())).toEqual([call]);
    expect(waitingCalls(events(call), new Set(["one"]))).toEqual([]);
  });

  it("are left alone where the log tells that the run went on", () => {
    expect(waitingCalls(events(call, result), new Set())).toEqual([]);
  });
});
