/** Follow a run into a view of it. Events are taken in at once; the view is published once per frame. */
import { applyEvents, emptyRun, type RunView } from "@/lib/run/view";
import type { RunEvent } from "./schema";
import { type Follow, follow, openRun } from "./stream";

export interface FollowView {
  runId: string;
  /** What is already known; the run is followed from there. */
  known?: RunView | null;
  signal: AbortSignal;
  first?: Response;
  publish: (view: RunView) => void;
  /** Hears events as they come, those of a log that is read again too. */
  hear?: (events: readonly RunEvent[]) => void;
  onLink?: Follow["onLink"];
  open?: Follow["open"];
  pause?: Follow["pause"];
  /** Runs a function soon; at most one is waiting at a time. */
  soon?: (run: () => void) => void;
}

/** Read a run to its end and publish what it looks like. Returns the last view. */
export async function followView(options: FollowView): Promise<RunView> {
  const { runId, signal, publish, soon = nextFrame } = options;
  let view = options.known ?? emptyRun(runId);
  let hasReread = false;
  let isDue = false;
  const flush = () => {
    isDue = false;
    if (!signal.aborted) publish(view);
  };
  const onEvents: Follow["onEvents"] = (events) => {
    options.hear?.(events);
    const next = applyEvents(view, events);
    if (next.hasGap && !hasReread && view.lastN > 0) {
      // Something was missed: read the log once more from its start, and show what is known meanwhile.
      hasReread = true;
      view = emptyRun(runId);
      return 0;
    }
    view = next;
    if (!isDue) {
      isDue = true;
      soon(flush);
    }
    return view.lastN;
  };
  await follow({
    after: view.lastN,
    signal,
    open: options.open ?? openRun(runId),
    onEvents,
    ...(options.first ? { first: options.first } : {}),
    ...(options.onLink ? { onLink: options.onLink } : {}),
    ...(options.pause ? { pause: options.pause } : {}),
  });
  flush();
  return view;
}

/** Read a run that has ended, once, without waiting for anything; null when that is not possible now. */
export async function readView(runId: string): Promise<RunView | null> {
  const giveUp = new AbortController();
  const pause = () => Promise.resolve(giveUp.abort());
  const signal = giveUp.signal;
  const view = await followView({
    runId,
    signal,
    publish: () => undefined,
    pause,
    soon: () => undefined,
  }).catch(() => null);
  return signal.aborted ? null : view;
}

function nextFrame(run: () => void): void {
  if (document.visibilityState === "hidden") setTimeout(run, 200);
  else requestAnimationFrame(run);
}
