/** What the runs screens ask the studio for. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { followView } from "@/api/run";
import type { RunInfo } from "@/api/schema";
import { wordsOf } from "@/lib/run/blocks";
import { isMoving, isWaiting, type RunState } from "@/lib/run/status";
import type { RunView } from "@/lib/run/view";
import type { RunFilters } from "./model";

const PAGE = 50;

/** The runs that fit the filters, newest first, page by page; asked again while one of them moves. */
export function runsQuery(filters: RunFilters) {
  return infiniteQueryOptions({
    queryKey: keys.runList(filters),
    queryFn: ({ pageParam }) => {
      const query = { limit: PAGE, ...pickKnown(filters), ...(pageParam ? { before: pageParam } : {}) };
      return unwrap(api.GET("/api/runs", { params: { query } }));
    },
    initialPageParam: "",
    getNextPageParam: (page) => page.next ?? undefined,
    refetchInterval: (query) =>
      query.state.data?.pages.some((page) => page.runs.some((run) => isMoving(run.status))) ? 1500 : 10_000,
    placeholderData: (before) => before,
  });
}

function pickKnown({ status, agent }: RunFilters) {
  return { ...(status ? { status } : {}), ...(agent ? { agent } : {}) };
}

/** One run with its steps; asked again while it moves, and now and then while it waits for a decision. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: keys.run(runId),
    queryFn: () => unwrap(api.GET("/api/runs/{run_id}", { params: { path: { run_id: runId } } })),
    refetchInterval: ({ state }) => (state.data ? askAgain(state.data.run.status) : false),
  });
}

function askAgain(status: RunState): number | false {
  if (isMoving(status)) return 1000;
  return isWaiting(status) ? 5000 : false;
}

/**
 * Everything that happened because of a run, in time; what went in and out comes with the steps. The run's state
 * is part of the key: what was read while the run moved may lack its last steps, so its end asks once more.
 */
export function traceQuery(run: Pick<RunInfo, "id" | "status" | "endedAt">) {
  return queryOptions({
    queryKey: [...keys.run(run.id), "trace", run.status, run.endedAt],
    queryFn: () => {
      const params = { path: { run_id: run.id }, query: { content: false } };
      return unwrap(api.GET("/api/runs/{run_id}/trace", { params }));
    },
    refetchInterval: isMoving(run.status) ? 1000 : false,
    placeholderData: (before) => before,
  });
}

/** What the person asked for in a run of a conversation; null when that is not ours to read. */
export function askedQuery(runId: string, conversationId: string | null) {
  return queryOptions({
    queryKey: [...keys.run(runId), "asked"],
    queryFn: async () => {
      const params = { path: { conversation_id: conversationId ?? "" } };
      const detail = await unwrap(api.GET("/api/conversations/{conversation_id}", { params })).catch(
        () => null,
      );
      const message = detail?.messages.find((known) => known.role === "user" && known.runId === runId);
      return message ? wordsOf(message.blocks) : null;
    },
    enabled: conversationId !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

/**
 * Follow a run's events as long as the calling component is shown. A run at rest may go on: whenever it moves again,
 * or has rested with more events than were seen, it is followed from where we are.
 */
export function useRunView({ id, status, lastNumber }: RunInfo): {
  view: RunView | null;
  error: string | null;
} {
  const [state, setState] = useState<{ view: RunView | null; error: string | null }>({
    view: null,
    error: null,
  });
  const seen = useRef<RunView | null>(null);
  const end = isMoving(status) ? null : lastNumber;
  useEffect(() => {
    const leaving = new AbortController();
    const known = seen.current?.runId === id ? seen.current : null;
    if (known && end !== null && known.lastN >= end) return undefined;
    followView({
      runId: id,
      known,
      signal: leaving.signal,
      publish: (view) => {
        seen.current = view;
        setState({ view, error: null });
      },
    }).catch((thrown: unknown) => {
      if (!leaving.signal.aborted) setState({ view: seen.current, error: asApiError(thrown).message });
    });
    return () => leaving.abort();
  }, [id, end]);
  return state;
}
