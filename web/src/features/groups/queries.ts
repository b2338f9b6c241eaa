/** What the screen of conversations of several asks the studio for. */
import { queryOptions, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { api, openStream, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { GroupDetail } from "@/api/schema";
import { follow } from "@/api/stream";
import { applyPiece } from "@/lib/run/piece";

const OTHERS_MS = 15_000;

/** The conversations of several; others begin some too, so it is looked at again. */
export const groupsQuery = queryOptions({
  queryKey: keys.groups,
  queryFn: () => unwrap(api.GET("/api/groups")),
  refetchInterval: OTHERS_MS,
});

/** One conversation with all that was said; what is said later comes by itself. */
export function groupQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.groups, id],
    queryFn: () => unwrap(api.GET("/api/groups/{group_id}", { params: { path: { group_id: id } } })),
    staleTime: Number.POSITIVE_INFINITY,
  });
}

type Line =
  | ({ type: "group" } & GroupDetail)
  | { type: "text"; runId: string; step?: string; block?: number; offset?: number; text: string };

/** What an agent is saying, in its parts; empty when nobody speaks. */
export interface Speaking {
  runId: string;
  parts: Record<string, string>;
}

/** Follow a conversation as it goes on; returns what an agent is saying at the moment. */
export function useGoesOn(id: string): Speaking | null {
  const client = useQueryClient();
  const [speaking, setSpeaking] = useState<Speaking | null>(null);
  useEffect(() => {
    const leaving = new AbortController();
    const take = (line: Line) => {
      if (line.type === "text") {
        setSpeaking((before) => added(before, line));
        return;
      }
      // What it does not know may come with a later studio, and changes nothing here.
      if (line.type !== "group") return;
      const { type: _type, ...detail } = line;
      client.setQueryData(groupQuery(id).queryKey, detail);
      const isSaid = (runId: string) =>
        detail.messages.some((one) => one.runId === runId && one.kind === "agent" && one.text !== "");
      setSpeaking((before) => (before && isSaid(before.runId) ? null : before));
      void client.invalidateQueries({ queryKey: keys.groups, exact: true });
    };
    follow({
      after: 0,
      signal: leaving.signal,
      open: (_after, signal) => openStream(`/api/groups/${encodeURIComponent(id)}/events`, { signal }),
      onEvents: (lines) => {
        for (const line of lines as unknown as Line[]) take(line);
        return 0;
      },
    }).catch(() => client.invalidateQueries({ queryKey: keys.groups }));
    return () => leaving.abort();
  }, [client, id]);
  return speaking;
}

function added(before: Speaking | null, line: Extract<Line, { type: "text" }>): Speaking {
  const parts = before?.runId === line.runId ? before.parts : {};
  const key = `${line.step ?? ""} ${line.block ?? 0}`;
  const text = applyPiece(parts[key] ?? "", line.offset ?? 0, line.text);
  return { runId: line.runId, parts: text === null ? parts : { ...parts, [key]: text } };
}

/** Who could take part. */
export const peopleQuery = queryOptions({
  queryKey: keys.people,
  queryFn: () => unwrap(api.GET("/api/people")),
});
