import { describe, expect, it } from "vitest";
import type { RunEvent } from "@/api/schema";
import { applyEvents, emptyRun, type RunView } from "./view";

const traceId = "t1";

const STARTED: RunEvent = {
  type: "runStarted",
  n: 1,
  traceId,
  runId: "r1",
  conversationId: "c1",
  agent: "editor",
  model: "offline",
  at: "2026-11-15T10:00:00Z",
};

function text(n: number, offset: number, piece: string, step = "1"): RunEvent {
  return { type: "text", n, traceId, step, block: 0, offset, text: piece };
}

function view(...events: RunEvent[]): RunView {
  return applyEvents(emptyRun("r1"), events);
}

function said(of: RunView): string {
  return of.items.map((item) => (item.kind === "text" ? item.text : "")).join("|");
}

describe("a run's view", () => {
  it("grows text from pieces in order", () => {
    const seen = view(STARTED, text(2, 0, "Hel"), text(3, 3, "lo, "), text(4, 7, "world"));
    expect(said(seen)).toBe("Hello, world");
    expect(seen.lastN).toBe(4);
    expect(seen.agent).toBe("editor");
  });

  it("ignores events it has seen", () => {
    const once = view(STARTED, text(2, 0, "Hel"), text(3, 3, "lo"));
    expect(applyEvents(once, [text(2, 0, "Hel"), text(3, 3, "lo")])).toBe(once);
  });

  it("accepts numbers with gaps", () => {
    expect(said(view(STARTED, text(5, 0, "a"), text(90, 1, "b")))).toBe("ab");
  });

  it("lays a longer stored piece over shorter live ones", () => {
    const live = view(STARTED, text(2, 0, "Hel"), text(3, 3, "lo"));
    const replayed = applyEvents(live, [text(7, 0, "Hello, world")]);
    expect(said(replayed)).toBe("Hello, world");
    expect(replayed.items).toHaveLength(1);
  });

  it("keeps what stands after a shorter piece that comes late", () => {
    expect(said(view(STARTED, text(2, 0, "Hello, world"), text(3, 0, "Hello")))).toBe("Hello, world");
  });

  it("counts places as the studio does, in UTF-16 units", () => {
    expect(said(view(STARTED, text(2, 0, "a😀b"), text(3, 4, "ç"), text(4, 3, "b")))).toBe("a😀bç");
  });

  it("notices that a beginning is missing and does not guess", () => {
    const seen = view(STARTED, text(2, 0, "Hel"), text(9, 5, "world"));
    expect(seen.hasGap).toBe(true);
    expect(said(seen)).toBe("Hel");
  });

  it("drops the text of a restarted step and keeps other steps", () => {
    const seen = view(
      STARTED,
      text(2, 0, "kept", "1"),
      text(3, 0, "half a sent", "2"),
      { type: "stepRestarted", n: 4, traceId, step: "2", attempt: 2 },
      text(5, 0, "a whole sentence", "2"),
    );
    expect(seen.items.map((item) => item.kind)).toEqual(["text", "restarted", "text"]);
    expect(said(seen)).toBe("kept||a whole sentence");
  });

  it("does not drop good text when the restart is told twice", () => {
    const restart: RunEvent = { type: "stepRestarted", n: 3, traceId, step: "1", attempt: 2 };
    const seen = view(STARTED, text(2, 0, "half", "1"), restart, text(4, 0, "whole", "1"), restart);
    expect(said(seen)).toBe("|whole");
  });

  it("gives the same view however the log is cut", () => {
    const log: RunEvent[] = [
      STARTED,
      text(2, 0, "I look. ", "1"),
      {
        type: "toolCall",
        n: 3,
        traceId,
        step: "1",
        toolCallId: "t1",
        toolName: "list_entries",
        input: { model: "articles" },
      },
      {
        type: "toolResult",
        n: 4,
        traceId,
        step: "2",
        toolCallId: "t1",
        toolName: "list_entries",
        ok: true,
        summary: "6 entries",
        durationMs: 12,
      },
      text(5, 0, "Done.", "3"),
      { type: "usage", n: 6, traceId, step: "3", inputTokens: 10, outputTokens: 4, costMicros: 0 },
      { type: "context", n: 7, traceId, step: "3", contextTokens: 14, window: 16000 },
      { type: "done", n: 8, traceId },
    ];
    const whole = view(...log);
    for (let cut = 0; cut <= log.length; cut += 1) {
      const parts = applyEvents(view(...log.slice(0, cut)), log.slice(Math.max(0, cut - 2)));
      expect(parts).toEqual(whole);
    }
    expect(whole.status).toBe("completed");
    expect(whole.context).toEqual({ used: 14, window: 16000 });
  });

  it("adds up what its model calls used, and does not guess an unknown cost", () => {
    const usage = (n: number, costMicros?: number): RunEvent => ({
      type: "usage",
      n,
      traceId,
      inputTokens: 900,
      outputTokens: 100,
      ...(costMicros === undefined ? {} : { costMicros }),
    });
    expect(view(STARTED, usage(2, 1200), usage(3, 800)).usage).toEqual({ tokens: 2000, costMicros: 2000 });
    expect(view(STARTED, usage(2, 1200), usage(3)).usage).toEqual({ tokens: 2000, costMicros: null });
  });

  it("follows a call from request through approval to its answer", () => {
    const asked = view(
      STARTED,
      { type: "toolCall", n: 2, traceId, step: "1", toolCallId: "t1", toolName: "fetch_pages", input: {} },
      {
        type: "approvalRequested",
        n: 3,
        traceId,
        step: "1",
        toolCallId: "t1",
        toolName: "fetch_pages",
        approvalId: "a1",
        reason: "leaves this machine",
      },
    );
    expect(asked.items[0]).toMatchObject({ state: "waiting", approval: { reason: "leaves this machine" } });
    const decided = applyEvents(asked, [
      {
        type: "approvalDecided",
        n: 4,
        traceId,
        step: "1",
        toolCallId: "t1",
        approvalId: "a1",
        decision: "denied",
        by: "Elif",
      },
      {
        type: "toolResult",
        n: 5,
        traceId,
        step: "1",
        toolCallId: "t1",
        toolName: "fetch_pages",
        ok: false,
        error: "denied",
      },
    ]);
    expect(decided.items[0]).toMatchObject({
      state: "refused",
      approval: { decision: "denied", by: "Elif" },
    });
  });

  it("keeps apart two tasks handed to one agent at once", () => {
    const call = (n: number, toolCallId: string, task: string): RunEvent => ({
      type: "toolCall",
      n,
      traceId,
      step: "1",
      toolCallId,
      toolName: "delegateToAgent",
      input: { agentSlug: "editor", task },
    });
    const handed = (n: number, toolCallId: string, runId: string): RunEvent => ({
      type: "delegated",
      n,
      traceId,
      step: `${toolCallId}.start`,
      toolCallId,
      runId,
      agent: "editor",
      name: "Editor",
    });
    const both = view(
      STARTED,
      call(2, "t1", "The first"),
      call(3, "t2", "The second"),
      handed(4, "t2", "r2"),
      handed(5, "t1", "r1"),
    );
    expect(both.items).toMatchObject([
      { input: { task: "The first" }, childId: "r1" },
      { input: { task: "The second" }, childId: "r2" },
    ]);
  });

  it("closes calls that never got an answer when the run breaks off", () => {
    const broken = view(
      STARTED,
      { type: "toolCall", n: 2, traceId, step: "1", toolCallId: "t1", toolName: "search", input: {} },
      {
        type: "error",
        n: 3,
        traceId,
        code: "interrupted",
        message: "The studio stopped.",
        suggestion: "Retry.",
        recoverable: true,
        status: "interrupted",
      },
    );
    expect(broken.status).toBe("interrupted");
    expect(broken.items[0]).toMatchObject({ state: "failed" });
    expect(broken.error?.suggestion).toBe("Retry.");
  });

  it("goes on when a run that failed is resumed", () => {
    const error = { code: "provider_failed", message: "Broken.", suggestion: "Retry.", recoverable: true };
    const failed = view(STARTED, { type: "error", n: 2, traceId, status: "failed", ...error });
    expect([failed.status, failed.error?.message]).toEqual(["failed", "Broken."]);
    const resumed = applyEvents(failed, [text(3, 0, "Again")]);
    expect([resumed.status, resumed.error, said(resumed)]).toEqual(["running", null, "Again"]);
  });

  it("leaves a call open when the run rests for a person", () => {
    const resting = view(
      STARTED,
      { type: "toolCall", n: 2, traceId, step: "1", toolCallId: "t1", toolName: "publish", input: {} },
      {
        type: "approvalRequested",
        n: 3,
        traceId,
        step: "1",
        toolCallId: "t1",
        toolName: "publish",
        approvalId: "a",
        reason: "",
      },
      { type: "done", n: 4, traceId, status: "waiting_human" },
    );
    expect(resting.items[0]).toMatchObject({ state: "waiting" });
    const woken = applyEvents(resting, [
      {
        type: "approvalDecided",
        n: 10_005,
        traceId,
        step: "1",
        toolCallId: "t1",
        approvalId: "a",
        decision: "approved",
      },
    ]);
    expect(woken.status).toBe("running");
    expect(woken.items[0]).toMatchObject({ state: "running" });
  });
});
