/** What the browser's tab tells: where one is, and whether something runs, waits or has failed. */
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import type { SessionInfo } from "@/api/schema";
import { type ThreadState, useThread } from "@/features/panel";
import { useScreen } from "@/lib/screen";

export type TabState = "idle" | "running" | "waiting" | "failed";

/** Return what the open conversation means for the tab. */
export function tabStateOf(thread: Pick<ThreadState, "turns">): TabState {
  switch (thread.turns.at(-1)?.view?.status) {
    case "running":
      return "running";
    case "waiting_human":
    case "awaiting_tool":
      return "waiting";
    case "failed":
    case "interrupted":
      return "failed";
    default:
      return "idle";
  }
}

const WORDS = {
  running: "frame.stateRunning",
  waiting: "frame.stateWaiting",
  failed: "frame.stateFailed",
} as const;

/** Keep the tab's title and icon up to date. */
export function useTabState(session: SessionInfo): void {
  const { t } = useTranslation();
  const state = useThread(tabStateOf);
  const screen = useScreen((shown) => shown.current.title);
  useEffect(() => {
    const word = state === "idle" ? "" : t(WORDS[state]);
    document.title = [word, screen, session.workspace.name, "Proofroom"].filter(Boolean).join(" – ");
    const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (icon) icon.href = state === "idle" ? "/favicon.svg" : `/favicon-${state}.svg`;
  }, [state, screen, session.workspace.name, t]);
}
