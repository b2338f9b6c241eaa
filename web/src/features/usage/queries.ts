/** What the usage screen asks the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { type Range, rangeStart } from "./model";

export const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface UsageWish {
  range: Range;
  projectId: string | undefined;
}

function wanted({ range, projectId }: UsageWish) {
  return {
    since: rangeStart(range, new Date()),
    tz: ZONE,
    ...(projectId ? { project_id: projectId } : {}),
  };
}

/** What was used and what it cost, with the days as the viewer counts them. */
export function usageQuery(wish: UsageWish) {
  return queryOptions({
    queryKey: keys.usage(wish),
    queryFn: () => unwrap(api.GET("/api/usage", { params: { query: wanted(wish) } })),
    placeholderData: (before) => before,
    refetchInterval: 30_000,
  });
}

/** The address of the same time as a file. */
export function exportPath(wish: UsageWish, format: "csv" | "jsonl"): string {
  return `/api/usage/export?${new URLSearchParams({ ...wanted(wish), format })}`;
}
