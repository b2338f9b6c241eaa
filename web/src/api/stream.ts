/** Reads a run's numbered events and keeps reading: after a lost connection it goes on from the last number. */
import { openStream } from "./client";
import { ApiError } from "./errors";
import type { RunEvent } from "./schema";

/** Yield the events of a stream, those that arrived together as one list. Blank lines keep it alive. */
export async function* readEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<RunEvent[]> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (;;) {
      const { done, value } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split("\n");
      rest = done ? "" : (lines.pop() ?? "");
      const events = parseLines(lines, done);
      if (events.length > 0) yield events;
      if (done) return;
    }
  } finally {
    reader.cancel().catch(() => undefined);
  }
}

function parseLines(lines: string[], isLast: boolean): RunEvent[] {
  const events: RunEvent[] = [];
  for (const line of lines) {
    if (!line.trim()) continue;
    try {
      events.push(JSON.parse(line) as RunEvent);
    } catch (broken) {
      // A connection that breaks in the middle of a line: the line comes again whole after reconnecting.
      if (!isLast) throw broken;
    }
  }
  return events;
}

/** Tell whether the event only parks its run: more may come after a person's word. */
export function isRest(event: RunEvent): boolean {
  return event.type === "done" && (event.status === "awaiting_tool" || event.status === "waiting_human");
}

/** Tell whether the event is the last of its run. */
export function isEnd(event: RunEvent): boolean {
  return (event.type === "done" && !isRest(event)) || event.type === "error";
}

export type LinkState = "live" | "waiting";

export interface Follow {
  /** Opens the events after a number. */
  open: (after: number, signal: AbortSignal) => Promise<Response>;
  /** An answer that is already open, read before anything is asked for. */
  first?: Response;
  after: number;
  signal: AbortSignal;
  /** Takes events; returns the number to go on from. A lower one than before means: read again from there. */
  onEvents: (events: RunEvent[]) => number;
  onLink?: (state: LinkState) => void;
  /** Resolves after the time, or sooner when trying again makes sense. */
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 8000;

/** Return how long to wait before the attempt: doubling, at most eight seconds. */
export function waitBefore(attempt: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.max(0, attempt - 1));
}

/**
 * Read a run to its end, through as many connections as it takes.
 * Returns when the last event has come, the run is parked, or the signal is aborted; throws what the studio
 * refuses for good.
 */
export async function follow(options: Follow): Promise<void> {
  const { signal, onLink = () => undefined, pause = pauseFor } = options;
  const place: Place = { after: options.after, attempt: 0 };
  let { first } = options;
  while (!signal.aborted) {
    const outcome = await readConnection(options, place, first, onLink);
    first = undefined;
    if (outcome === "ended" || signal.aborted) return;
    if (outcome === "back") continue;
    place.attempt += 1;
    onLink("waiting");
    await pause(waitBefore(place.attempt), signal);
  }
}

interface Place {
  after: number;
  attempt: number;
}

type Outcome = "ended" | "back" | "broken";

/** Read one connection until the run ends, the reader wants to go back, or the connection breaks. */
async function readConnection(
  options: Follow,
  place: Place,
  first: Response | undefined,
  onLink: (state: LinkState) => void,
): Promise<Outcome> {
  try {
    const response = first ?? (await options.open(place.after, options.signal));
    onLink("live");
    let isResting = false;
    for await (const events of readEvents(response.body ?? new ReadableStream())) {
      if (options.signal.aborted) return "ended";
      const next = options.onEvents(events);
      const goesBack = next < place.after;
      place.after = next;
      place.attempt = 0;
      if (goesBack) return "back";
      if (events.some(isEnd)) return "ended";
      isResting = events.slice(-1).some(isRest);
    }
    if (isResting) return "ended";
  } catch (thrown) {
    if (!options.signal.aborted && isFinal(thrown)) throw thrown;
  }
  return "broken";
}

function isFinal(thrown: unknown): boolean {
  return thrown instanceof ApiError && thrown.status >= 400 && thrown.status < 500 && thrown.status !== 429;
}

/** Wait for the time, or until the browser comes back to the network or into view. */
function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      clearTimeout(timer);
      removeEventListener("online", finish);
      document.removeEventListener("visibilitychange", finish);
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const timer = setTimeout(finish, ms);
    addEventListener("online", finish);
    document.addEventListener("visibilitychange", finish);
    signal.addEventListener("abort", finish);
  });
}

/** Open the events of a run after a number. */
export function openRun(runId: string): Follow["open"] {
  return (after, signal) =>
    openStream(`/api/runs/${encodeURIComponent(runId)}/events?after=${after}`, { signal });
}
