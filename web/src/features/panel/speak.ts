/** Reads the answer out in sentences, never token by token. */
import type { TFunction } from "i18next";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce, splitSentences } from "@/lib/announce";
import { plainWords } from "@/lib/markdown";
import type { RunView } from "@/lib/run/view";

const EVERY_MS = 1500;

/** Return all that the agent has said in a run. */
export function spokenText(view: RunView): string {
  return view.items.map((item) => (item.kind === "text" ? item.text : "")).join("\n");
}

/** Return the sentence that ends a run. */
export function closingWords(view: RunView, t: TFunction): string {
  const hunks = view.items.reduce((sum, item) => sum + (item.kind === "proposal" ? item.hunks : 0), 0);
  switch (view.status) {
    case "cancelled":
      return t("panel.saidStopped");
    case "failed":
    case "interrupted":
      return t("panel.saidFailed", { message: view.error?.message ?? "" });
    case "awaiting_tool":
    case "waiting_human":
      return t("panel.saidWaiting");
    default:
      return hunks > 0 ? t("panel.saidFinishedChanges", { count: hunks }) : t("panel.saidFinished");
  }
}

const FRESH_MS = 15_000;

function isFresh(view: RunView | null): boolean {
  return !view?.startedAt || Date.now() - Date.parse(view.startedAt) < FRESH_MS;
}

/** Announce a run that goes on while it is watched; one that had ended before is not read out. */
export function useSpoken(view: RunView | null): void {
  const { t } = useTranslation();
  const latest = useRef(view);
  latest.current = view;
  const runId = view?.status === "running" ? view.runId : null;
  useEffect(() => {
    if (!runId) return undefined;
    // A run that began long before it came into sight is read out from here on, not from its start.
    const isNew = isFresh(latest.current);
    let said = isNew || !latest.current ? 0 : spokenText(latest.current).length;
    if (isNew) announce(t("panel.saidStarted"));
    const timer = setInterval(() => {
      if (latest.current?.runId !== runId) return;
      const { ready } = splitSentences(spokenText(latest.current).slice(said));
      if (!ready) return;
      said += spokenText(latest.current).slice(said).indexOf(ready) + ready.length;
      announce(plainWords(ready));
    }, EVERY_MS);
    return () => {
      clearInterval(timer);
      const ended = latest.current;
      if (ended?.runId !== runId || ended.status === "running") return;
      announce(`${plainWords(spokenText(ended).slice(said))} ${closingWords(ended, t)}`);
    };
  }, [runId, t]);
}
