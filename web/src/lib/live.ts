/** The run that the agent panel follows, for screens that show what it does while it works. */
import { create } from "zustand";
import type { RunView } from "./run/view";

export const useLiveRun = create<{ view: RunView | null }>(() => ({ view: null }));

/** Tell of a run's newest state. */
export function showLive(view: RunView | null): void {
  useLiveRun.setState({ view });
}
