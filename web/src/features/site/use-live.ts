/** What the agent does to the site while it works: where, and which document it opened. */

import { useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect, useMemo, useRef } from "react";
import { useLiveRun } from "@/lib/live";
import type { RunView } from "@/lib/run/view";
import type { Show } from "./place";
import { siteKeys } from "./queries";
import { useEditorState } from "./store";

const route = getRouteApi("/app/site");

const idsIn = (value: unknown): string[] => {
  const { nodeId, nodeIds, parentId } = (value ?? {}) as Record<string, unknown>;
  return [nodeId, ...(Array.isArray(nodeIds) ? nodeIds : []), parentId].filter(
    (id) => typeof id === "string",
  ) as string[];
};

/** Return the nodes a run has touched so far, the newest call's last: what it made, else what it was asked to change. */
export function touchedBy(view: RunView | null): { nodes: string[]; isRunning: boolean; writes: number } {
  const calls = (view?.items ?? []).filter((item) => item.kind === "tool");
  const nodes = calls.flatMap(({ input, data, state }) => {
    const made = state === "done" ? idsIn(data) : [];
    return (made.length > 0 ? made : idsIn(input)).slice(0, 1);
  });
  const writes = calls.filter(({ state }) => state === "done").length;
  return { nodes: [...new Set(nodes)], isRunning: view?.status === "running", writes };
}

/**
 * Return the conversation whose unfinished work is shown: the one that is answered now. A person who looks at what stood
 * before, or who has changed something since, sees that instead.
 */
export function useFollowed(show: Show | null): string | null {
  const left = useEditorState((state) => state.leftRun);
  return useLiveRun(({ view }) =>
    view?.status === "running" && view.runId !== left && show !== "before" ? view.conversationId : null,
  );
}

/** Follow the agent: frames are fetched anew after each of its calls, and what it opens is opened here. */
export function useLiveEdits(): { working: string[]; agent: string } {
  const view = useLiveRun((state) => state.view);
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const touched = useMemo(() => touchedBy(view), [view]);
  const { writes, isRunning } = touched;
  useEffect(() => {
    if (isRunning && writes > 0) void client.invalidateQueries({ queryKey: [...siteKeys.all, "canvas"] });
  }, [writes, isRunning, client]);
  const opened = isRunning ? view?.opened : null;
  const followed = useRef("");
  useEffect(() => {
    if (!opened || followed.current === `${opened.id} ${opened.nodeId}`) return;
    followed.current = `${opened.id} ${opened.nodeId}`;
    void navigate({
      search: (before) => ({ ...before, page: opened.id, node: opened.nodeId ?? before.node }),
      replace: true,
    });
  }, [opened, navigate]);
  const last = touched.nodes.at(-1);
  const working = useMemo(() => (isRunning && last ? [last] : []), [isRunning, last]);
  return { working, agent: view?.agent ?? "" };
}
