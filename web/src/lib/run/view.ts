/** What a run looks like after its events so far. Pure: the same events give the same view, in any cut. */
import type { EventAffected, RunEvent } from "@/api/schema";
import { applyPiece } from "./piece";
import { addUsage, type UsageSum } from "./usage";

export type ToolState = "running" | "done" | "failed" | "waiting" | "refused";

export interface TextItem {
  kind: "text" | "thinking";
  key: string;
  step: string;
  text: string;
}

export interface ToolItem {
  kind: "tool";
  key: string;
  step: string;
  name: string;
  input: Record<string, unknown>;
  state: ToolState;
  summary: string;
  error: string | null;
  durationMs: number | null;
  data: unknown;
  /** The run of the agent that it was handed to. */
  childId: string | null;
  approval: { id: string; reason: string; decision: string | null; by: string } | null;
}

export interface ProposalItem {
  kind: "proposal";
  key: string;
  step: string;
  /** The run that made it, so that the turn can be taken back. */
  runId: string;
  proposalId: string;
  branch: string;
  state: string;
  hunks: number;
}

export interface NoteItem {
  kind: "restarted" | "switched" | "moved" | "told";
  key: string;
  step: string;
  values: Record<string, string>;
}

type Opened = { type: string; id: string };
export type Item = TextItem | ToolItem | ProposalItem | NoteItem;

export type RunStatus =
  | "running"
  | "completed"
  | "cancelled"
  | "awaiting_tool"
  | "waiting_human"
  | "failed"
  | "interrupted";

export interface RunView {
  runId: string;
  conversationId: string | null;
  agent: string;
  model: string;
  startedAt: string | null;
  /** The highest event number seen. */
  lastN: number;
  status: RunStatus;
  items: Item[];
  progress: { text: string; done: number | null; total: number | null } | null;
  usage: UsageSum | null;
  context: { used: number; window: number | null } | null;
  error: { code: string; message: string; suggestion: string; recoverable: boolean } | null;
  affected: EventAffected | null;
  /** The document that the run opened last, for editors that follow it. */
  opened?: (Opened & { nodeId: string | null }) | null;
  /** True when a piece came whose beginning is missing: read the log again from the start. */
  hasGap: boolean;
}

/** Return the view of a run of which nothing is known yet. */
export function emptyRun(runId: string): RunView {
  return {
    runId,
    conversationId: null,
    agent: "",
    model: "",
    startedAt: null,
    lastN: 0,
    status: "running",
    items: [],
    progress: null,
    usage: null,
    context: null,
    error: null,
    affected: null,
    hasGap: false,
  };
}

/** Return the view after these events; numbers already seen are ignored. */
export function applyEvents(view: RunView, events: readonly RunEvent[]): RunView {
  let next = view;
  for (const event of events) {
    if (event.n <= next.lastN) continue;
    next = { ...applyEvent(wake(next, event), event), lastN: event.n };
  }
  return next;
}

/** A run at rest, parked or ended and resumed, goes on as soon as anything else happens in it. */
function wake(view: RunView, event: RunEvent): RunView {
  if (view.status === "running" || event.type === "done" || event.type === "error") return view;
  return { ...view, status: "running", error: null };
}

function applyEvent(view: RunView, event: RunEvent): RunView {
  switch (event.type) {
    case "runStarted":
      return {
        ...view,
        runId: event.runId,
        conversationId: event.conversationId ?? null,
        agent: event.agent,
        model: event.model,
        startedAt: event.at,
      };
    case "text":
    case "thinking":
      return applyText(view, event.type, event);
    case "toolCall":
    case "delegated":
    case "toolResult":
    case "approvalRequested":
    case "approvalDecided":
      return applyTool(view, event);
    case "proposal":
      return upsert(view, {
        kind: "proposal",
        key: `proposal:${event.proposalId}`,
        step: event.step ?? "",
        runId: view.runId,
        proposalId: event.proposalId,
        branch: event.branch,
        state: event.state,
        hunks: event.hunks,
      });
    case "progress":
      return {
        ...view,
        progress: { text: event.text, done: event.done ?? null, total: event.total ?? null },
      };
    case "stepRestarted":
      return restartStep(view, event.step ?? "", event.attempt, event.n);
    case "modelSwitched":
      return note(view, event, "switched", {
        before: event.before,
        after: event.after,
        reason: event.reason,
      });
    case "notice":
      return note(view, event, "told", { message: event.message, suggestion: event.suggestion ?? "" });
    case "statusTransition":
      return note(view, event, "moved", { subject: event.subject, before: event.before, after: event.after });
    case "documentOpened":
      return { ...view, opened: { ...(event.document as Opened), nodeId: event.nodeId ?? null } };
    case "usage":
      return { ...view, usage: addUsage(view.usage, event) };
    case "context":
      return { ...view, context: { used: event.contextTokens, window: event.window ?? null } };
    case "done":
      return endRun(view, event.status ?? "completed", { affected: event.affected ?? null });
    case "error":
      return endRun(view, event.status ?? "failed", {
        error: {
          code: event.code,
          message: event.message,
          suggestion: event.suggestion,
          recoverable: event.recoverable,
        },
      });
    default:
      return view;
  }
}

type Of<T extends RunEvent["type"]> = Extract<RunEvent, { type: T }>;

function applyText(view: RunView, kind: "text" | "thinking", event: Of<"text"> | Of<"thinking">): RunView {
  const step = event.step ?? "";
  const key = `${kind}:${step}:${event.block ?? 0}`;
  const old = view.items.find((item) => item.key === key);
  const before = old && "text" in old ? old.text : "";
  const text = applyPiece(before, event.offset ?? 0, event.text);
  if (text === null) return { ...view, hasGap: true };
  return { ...upsert(view, { kind, key, step, text }), progress: null };
}

type ToolEvent =
  | Of<"toolCall">
  | Of<"delegated">
  | Of<"toolResult">
  | Of<"approvalRequested">
  | Of<"approvalDecided">;

function applyTool(view: RunView, event: ToolEvent): RunView {
  const key = `tool:${event.toolCallId}`;
  const old = view.items.find((item): item is ToolItem => item.key === key && item.kind === "tool");
  const tool: ToolItem = old ?? {
    kind: "tool",
    key,
    step: event.step ?? "",
    name: "toolName" in event ? event.toolName : "",
    input: {},
    state: "running",
    summary: "",
    error: null,
    durationMs: null,
    data: null,
    childId: null,
    approval: null,
  };
  const isResult = event.type === "toolResult";
  return { ...upsert(view, changedTool(tool, event)), ...(isResult ? { progress: null } : {}) };
}

function changedTool(tool: ToolItem, event: ToolEvent): ToolItem {
  switch (event.type) {
    case "toolCall":
      return { ...tool, name: event.toolName, input: event.input };
    case "delegated":
      return { ...tool, childId: event.runId };
    case "toolResult":
      return {
        ...tool,
        state: event.ok ? "done" : tool.state === "refused" ? "refused" : "failed",
        summary: event.summary ?? "",
        error: event.error ?? null,
        durationMs: event.durationMs ?? 0,
        data: event.data ?? null,
      };
    case "approvalRequested":
      return {
        ...tool,
        state: "waiting",
        approval: { id: event.approvalId, reason: event.reason, decision: null, by: "" },
      };
    case "approvalDecided":
      return {
        ...tool,
        state: event.decision === "approved" ? "running" : "refused",
        approval: {
          id: event.approvalId,
          reason: tool.approval?.reason ?? "",
          decision: event.decision,
          by: event.by ?? "",
        },
      };
  }
}

function restartStep(view: RunView, step: string, attempt: number, n: number): RunView {
  const kept = view.items.filter((item) => item.step !== step || item.kind === "restarted");
  const mark: NoteItem = {
    kind: "restarted",
    key: `restarted:${n}`,
    step,
    values: { attempt: String(attempt) },
  };
  return { ...view, items: [...kept, mark], progress: null };
}

function note(
  view: RunView,
  event: { n: number; step?: string },
  kind: NoteItem["kind"],
  values: Record<string, string>,
): RunView {
  return upsert(view, { kind, key: `${kind}:${event.n}`, step: event.step ?? "", values });
}

function endRun(view: RunView, status: RunStatus, change: Partial<RunView>): RunView {
  const waits = status === "waiting_human" || status === "awaiting_tool";
  const items = view.items.map((item) =>
    // A call without an answer at the end of its run will not get one, unless the run only rests.
    item.kind === "tool" && item.state === "running" && !waits ? { ...item, state: "failed" as const } : item,
  );
  return { ...view, ...change, status, items, progress: null };
}

function upsert(view: RunView, item: Item): RunView {
  const at = view.items.findIndex((other) => other.key === item.key);
  const items = at < 0 ? [...view.items, item] : view.items.with(at, item);
  return { ...view, items };
}
