/** Quiet notices: one at a time, with the way back where there is one. */
import { create } from "zustand";
import { announce } from "./announce";

export interface Notice {
  id: number;
  tone: "done" | "failed";
  text: string;
  detail?: string;
  action?: { label: string; run: () => void };
}

export const useNotice = create<{ notice: Notice | null }>(() => ({ notice: null }));

let last = 0;

/** Show a notice in place of the one before. */
export function notify(notice: Omit<Notice, "id">): void {
  last += 1;
  useNotice.setState({ notice: { ...notice, id: last } });
  announce([notice.text, notice.detail].filter(Boolean).join(" "));
}

/** Take the notice away, if it is still the one named. */
export function dismissNotice(id: number): void {
  if (useNotice.getState().notice?.id === id) useNotice.setState({ notice: null });
}
