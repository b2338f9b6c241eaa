/** What can be done with the open conversation: open, send, stop, take back. Events arrive here. */
import { api, unwrap } from "@/api/client";
import { type ApiError, asApiError, UNREACHABLE } from "@/api/errors";
import { followView, readView } from "@/api/run";
import type { ConversationDetail } from "@/api/schema";
import { newId } from "@/lib/ids";
import { showLive } from "@/lib/live";
import { wordsOf } from "@/lib/run/blocks";
import { emptyRun, type RunView } from "@/lib/run/view";
import { answerCalls } from "./answer";
import { contextNow } from "./context";
import { mergeTurns, turnsFrom } from "./model";
import { showWhenKnown } from "./opening";
import { type Posted, postMessage } from "./post";
import { changeTurn, FRESH, isBusy, isParked, isRunning, useThread } from "./store";
import { delivered, isWanted, takingBack } from "./typed-ahead";

export interface Outgoing {
  text: string;
  scope: string;
  agent: string | null;
  model: string | null;
  projectId: string | null;
  context: Record<string, unknown>;
  /** Merge what the turn writes at its end, where the person's role may. */
  merge: boolean;
}

export interface Listeners {
  /** A run of the open conversation has begun, or ended like this. */
  onRun: (ended: RunView | null) => void;
  /** Another conversation is open now, or a new one that has no id yet. */
  onConversation: (id: string | null) => void;
}

let listeners: Listeners = { onRun: () => undefined, onConversation: () => undefined };
let following = new AbortController();

/** Say who wants to know about ended runs and new conversations. */
export function listen(who: Listeners): void {
  listeners = who;
}

/** Leave the open conversation and begin a new one; a run that goes on goes on. */
export function startFresh(): void {
  following.abort();
  useThread.setState(FRESH, true);
  listeners.onConversation(null);
}

/** Open a conversation and follow its newest run. */
export async function openConversation(id: string): Promise<void> {
  following.abort();
  useThread.setState({ ...FRESH, conversationId: id, phase: "loading" }, true);
  listeners.onConversation(id);
  await refresh();
}

async function readConversation(id: string): Promise<ConversationDetail> {
  const params = { path: { conversation_id: id } };
  return unwrap(api.GET("/api/conversations/{conversation_id}", { params }));
}

/** Read the conversation again: after opening, after a turn, when the window comes back into view. */
export async function refresh(): Promise<void> {
  const id = useThread.getState().conversationId;
  if (!id) return;
  try {
    const detail = await readConversation(id);
    if (useThread.getState().conversationId !== id) return;
    await take(detail);
  } catch (thrown) {
    const error = asApiError(thrown);
    if (useThread.getState().conversationId !== id) return;
    if (useThread.getState().phase === "loading") useThread.setState({ phase: "failed", error });
  }
}

/** Take the conversation in; it has been taken in when it is shown. */
async function take(detail: ConversationDetail): Promise<void> {
  const before = useThread.getState();
  const isOpening = before.phase === "loading" && detail.messages.length > 0;
  const turns = mergeTurns(before.turns, turnsFrom(detail.messages));
  useThread.setState({
    conversation: detail.conversation,
    phase: isOpening ? "loading" : "ready",
    error: null,
    turns,
    queued: detail.queued.filter(isWanted).map(({ id, blocks }) => ({ id, text: wordsOf(blocks) })),
  });
  // What was answered while nobody looked has an end as well.
  if (!isOpening && turns.length > before.turns.length + 1) void backfill();
  const last = turns.at(-1);
  if (last && !last.unsent && !last.view) {
    const followed = followRun(last.runId);
    if (isOpening) await showWhenKnown(followed);
    return;
  }
  if (isOpening) useThread.setState({ phase: "ready" });
  if (last?.view?.status !== "running" && detail.queued.length > 0) waitForNext();
}

/** Read what earlier runs told, newest first, so that their lines have times and costs. */
export async function backfill(limit = 20): Promise<void> {
  const { turns, conversationId } = useThread.getState();
  const unread = turns.slice(0, -1).filter((turn) => !turn.view && !turn.unsent);
  const wanted = unread.reverse().slice(0, limit);
  while (wanted.length > 0 && useThread.getState().conversationId === conversationId) {
    await Promise.all(wanted.splice(0, AT_ONCE).map(readTurn));
  }
}

const AT_ONCE = 4;

async function readTurn({ runId }: { runId: string }): Promise<void> {
  const view = await readView(runId);
  if (view) changeTurn(runId, (known) => ({ ...known, view: known.view ?? view }));
}

/** Look whether a parked run has gone on, and follow it if so. */
export async function lookForMore(): Promise<void> {
  const last = useThread.getState().turns.at(-1);
  if (!last?.view || !isParked(last.view)) return;
  const { run } = await unwrap(api.GET("/api/runs/{run_id}", { params: { path: { run_id: last.runId } } }));
  if (run.lastNumber > last.view.lastN) await followRun(last.runId);
}

/** Follow a run to its end, whatever happens to the connection. */
async function followRun(runId: string, first?: Response): Promise<void> {
  following.abort();
  following = new AbortController();
  const { signal } = following;
  listeners.onRun(null);
  try {
    await followView({
      runId,
      signal,
      known: useThread.getState().turns.find((turn) => turn.runId === runId)?.view ?? null,
      ...(first ? { first } : {}),
      publish: (view) => show(runId, view),
      hear: (events) => answerCalls(runId, events, contextNow),
      onLink: (link) => useThread.setState({ link }),
    });
  } catch (thrown) {
    if (!signal.aborted) lose(runId, asApiError(thrown));
    return;
  }
  if (!signal.aborted) finish(runId);
}

function show(runId: string, view: RunView): void {
  changeTurn(runId, (turn) => ({ ...turn, view, unsent: null }));
  showLive(view);
  if (view.conversationId) adopt(view.conversationId);
}

function adopt(conversationId: string): void {
  if (useThread.getState().conversationId === conversationId) return;
  useThread.setState({ conversationId, phase: "ready" });
  listeners.onConversation(conversationId);
}

function lose(runId: string, error: ApiError): void {
  changeTurn(runId, (turn) => {
    if (turn.view && turn.view.lastN > 0) return turn;
    const { code, message, suggestion } = error;
    return { ...turn, view: null, unsent: { code, message, suggestion } };
  });
}

function finish(runId: string): void {
  useThread.setState({ isStopping: false, link: "live" });
  listeners.onRun(useThread.getState().turns.find((turn) => turn.runId === runId)?.view ?? null);
  if (useThread.getState().queued.length > 0) waitForNext();
}

const SOON_MS = 250;
const SOON_TRIES = 40;
const LATER_MS = 3000;
let nextLook: ReturnType<typeof setTimeout> | undefined;

/** The studio starts what was typed ahead by itself; look until it has, less often when it takes long. */
function waitForNext(tries = 0): void {
  const { conversationId } = useThread.getState();
  const wait = tries < SOON_TRIES ? SOON_MS : LATER_MS;
  clearTimeout(nextLook);
  if (conversationId) nextLook = setTimeout(() => void lookForNext(conversationId, tries + 1), wait);
}

async function lookForNext(id: string, tries: number): Promise<void> {
  const isStale = () => useThread.getState().conversationId !== id || isBusy(useThread.getState());
  if (isStale()) return;
  const detail = await readConversation(id).catch(() => null);
  if (isStale()) return;
  const newest = detail ? turnsFrom(detail.messages).at(-1)?.runId : undefined;
  const hasMoved = newest !== undefined && newest !== useThread.getState().turns.at(-1)?.runId;
  if (detail && (hasMoved || detail.queued.length === 0)) await take(detail);
  else waitForNext(tries);
}

/** Send a message: it is answered at once, or waits in the queue while another is being answered. */
export async function send(outgoing: Outgoing): Promise<void> {
  const id = newId();
  if (isRunning(useThread.getState())) {
    useThread.setState((state) => ({ queued: [...state.queued, { id, text: outgoing.text }] }));
  } else {
    const turn = {
      runId: id,
      said: outgoing.text,
      at: new Date().toISOString(),
      kept: [],
      view: emptyRun(id),
      unsent: null,
    };
    useThread.setState((state) => ({
      turns: [...state.turns, turn],
      phase: "ready",
      error: null,
      link: "live",
    }));
  }
  await delivered(id, deliver(id, outgoing));
}

/** Send a message again that may not have arrived; its id makes a second arrival harmless. */
export async function sendAgain(runId: string, outgoing: Outgoing): Promise<void> {
  changeTurn(runId, (turn) => ({ ...turn, unsent: null, view: emptyRun(runId) }));
  await deliver(runId, outgoing);
}

async function deliver(id: string, outgoing: Outgoing): Promise<void> {
  let posted: Posted;
  try {
    posted = await postMessage(id, useThread.getState().conversationId, outgoing);
  } catch (thrown) {
    await notDelivered(id, asApiError(thrown));
    return;
  }
  if (posted.queued) {
    // Another window is being answered in this conversation: what looked like a turn waits after all.
    dropUnsent(id);
    adopt(posted.queued.conversationId);
    await refresh();
    return;
  }
  useThread.setState((state) => ({ queued: state.queued.filter((message) => message.id !== id) }));
  if (!useThread.getState().turns.some((turn) => turn.runId === id)) {
    const turn = {
      runId: id,
      said: outgoing.text,
      at: new Date().toISOString(),
      kept: [],
      view: null,
      unsent: null,
    };
    useThread.setState((state) => ({ turns: [...state.turns, turn] }));
  }
  await followRun(id, posted.stream);
}

async function notDelivered(id: string, error: ApiError): Promise<void> {
  const isQueued = useThread.getState().queued.some((message) => message.id === id);
  if (isQueued) {
    useThread.setState((state) => ({ queued: state.queued.filter((message) => message.id !== id), error }));
  } else if (error.code === UNREACHABLE) {
    // The answer got lost, the message perhaps not: its run has the message's id, so ask for that.
    await followRun(id);
  } else {
    lose(id, error);
  }
}

/** Take back a message that waits in the queue. */
export async function takeBack(messageId: string): Promise<void> {
  const id = useThread.getState().conversationId;
  if (!id) return;
  useThread.setState((state) => ({ queued: state.queued.filter((message) => message.id !== messageId) }));
  const params = { path: { conversation_id: id, message_id: messageId } };
  const path = "/api/conversations/{conversation_id}/queued/{message_id}";
  await takingBack(messageId, () => unwrap(api.DELETE(path, { params })));
  await refresh();
}

/** Forget a message that was never sent; its text goes back to the composer. */
export function dropUnsent(runId: string): void {
  useThread.setState((state) => ({ turns: state.turns.filter((turn) => turn.runId !== runId) }));
}

/** Stop the run that is going on. */
export async function stop(): Promise<void> {
  const last = useThread.getState().turns.at(-1);
  if (!last) return;
  useThread.setState({ isStopping: true });
  try {
    await unwrap(api.POST("/api/runs/{run_id}/stop", { params: { path: { run_id: last.runId } } }));
  } catch (thrown) {
    useThread.setState({ isStopping: false, error: asApiError(thrown) });
  }
}
