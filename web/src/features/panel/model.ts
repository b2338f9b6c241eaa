/** Decisions of the agent panel on plain data: turns from messages, what locks it, what a thread cost. */
import type { AgentInfo, MessageInfo, ModelOption } from "@/api/schema";
import { type Block, wordsOf } from "@/lib/run/blocks";
import type { Item, RunView } from "@/lib/run/view";

export interface Turn {
  /** The run that answers; it has the id of the message that asked for it. */
  runId: string;
  said: string;
  at: string;
  /** What the kept messages tell of the answer; used until the run's events have been read. */
  kept: Item[];
  view: RunView | null;
  /** Not null when the message has not reached the studio: why. */
  unsent: { code: string; message: string; suggestion: string } | null;
}

export interface QueuedMessage {
  id: string;
  text: string;
}

/** Return the turns of a conversation from its messages, oldest first. */
export function turnsFrom(messages: readonly MessageInfo[]): Turn[] {
  const turns: Turn[] = [];
  for (const message of messages) {
    if (message.role === "user") {
      turns.push({
        runId: message.runId ?? message.id,
        said: wordsOf(message.blocks),
        at: message.createdAt,
        kept: [],
        view: null,
        unsent: null,
      });
    } else {
      const turn = turns.at(-1);
      if (turn) turn.kept = [...withBlocks(turn.kept, message)];
    }
  }
  return turns;
}

/** The last line of what another agent reported names the run in which it worked. */
const RECORD = /Record: \[([\w-]+)\]\([^)]*\)\s*$/;

function withBlocks(items: Item[], message: MessageInfo): Item[] {
  let next = items;
  for (const [index, block] of (message.blocks as object[] as Block[]).entries()) {
    const key = `${message.id}:${index}`;
    if (block.kind === "text" || block.kind === "thinking") {
      if (!block.text) continue;
      next = [...next, { kind: block.kind, key, step: key, text: block.text }];
    } else if (block.kind === "toolCall") {
      next = [...next, keptCall(block, key)];
    } else if (block.kind === "toolResult") {
      next = next.map((item) =>
        item.kind === "tool" && item.key === `tool:${block.toolCallId}`
          ? {
              ...item,
              state: block.ok ? "done" : "failed",
              data: block.content ?? "",
              childId: RECORD.exec(String(block.content ?? ""))?.[1] ?? null,
            }
          : item,
      );
    }
  }
  return next;
}

function keptCall(block: Block, step: string): Item {
  return {
    kind: "tool",
    key: `tool:${block.toolCallId}`,
    step,
    name: block.toolName ?? "",
    input: block.input ?? {},
    state: "failed",
    summary: "",
    error: null,
    durationMs: null,
    data: null,
    childId: null,
    approval: null,
  };
}

/** Keep what is already known of runs, and what is still on its way, when the conversation is read again. */
export function mergeTurns(known: readonly Turn[], fresh: readonly Turn[]): Turn[] {
  const views = new Map(known.map((turn) => [turn.runId, turn.view]));
  const merged = fresh.map((turn) => ({ ...turn, view: views.get(turn.runId) ?? null }));
  const arrived = new Set(fresh.map((turn) => turn.runId));
  return [...merged, ...known.filter((turn) => !arrived.has(turn.runId))];
}

export type Lock = "ready" | "setup" | "chooseModel";

/** Return the model that answers: the first of the wishes that there is, else the only one. */
export function modelOf(
  models: readonly ModelOption[],
  wishes: readonly (string | null | undefined)[],
): ModelOption | null {
  const known = wishes.map((wish) => models.find(({ label }) => label === wish)).find(Boolean);
  return known ?? (models.length === 1 ? models[0] : null) ?? null;
}

/** Who speaks for a part of the studio until somebody chooses: its own agent, not the first by name. */
const USUAL: Partial<Record<AgentInfo["scope"], string>> = {
  workspace: "assistant",
  content: "editor",
  site: "designer",
  articles: "writer",
};

/** Return whose agents speak on a screen: records and agents are the workspace's, whichever project is open. */
export function scopeAt(screen: string, isInProject: boolean): AgentInfo["scope"] {
  if (!isInProject || screen === "records" || screen === "agents") return "workspace";
  return screen === "site" || screen === "articles" ? screen : "content";
}

/** Return the agent to talk to: the chosen one, or the usual or first one for what is open, or the first at all. */
export function pickAgent(
  agents: readonly AgentInfo[],
  slug: string | null,
  scope: AgentInfo["scope"] = "workspace",
): AgentInfo | null {
  return (
    agents.find((agent) => agent.slug === slug) ??
    agents.find((agent) => agent.slug === USUAL[scope] && agent.enabled) ??
    agents.find((agent) => agent.scope === scope && agent.enabled) ??
    agents.find((agent) => agent.scope === "workspace") ??
    agents[0] ??
    null
  );
}

/** Return the agent chosen before, unless the place has agents of its own and it is none of them. */
export function fitting(
  agents: readonly AgentInfo[],
  slug: string | null,
  scope: AgentInfo["scope"],
): string | null {
  if (scope !== "site") return slug;
  return agents.some((agent) => agent.slug === slug && agent.scope === "site") ? slug : null;
}

export interface ThreadCost {
  micros: number;
  /** False when a part of the thread has no known cost. */
  isWhole: boolean;
}

/** Return what the thread has cost so far, as far as it is known. */
export function costOf(turns: readonly Turn[]): ThreadCost | null {
  let micros = 0;
  let isWhole = true;
  let isAny = false;
  for (const turn of turns) {
    const cost = turn.view?.usage?.costMicros;
    if (typeof cost === "number") {
      micros += cost;
      isAny = true;
    } else if (turn.view?.usage || turn.kept.length > 0) {
      isWhole = false;
    }
  }
  return isAny ? { micros, isWhole } : null;
}

/** Return how full the window is: after the newest turn that says so. */
export function contextOf(turns: readonly Turn[]): { used: number; window: number | null } | null {
  return turns.findLast((turn) => turn.view?.context)?.view?.context ?? null;
}
