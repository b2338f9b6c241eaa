/** Budgets: how they stand, and runs that one of them stopped. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { StopDecisionBody, StopInfo } from "./schema";

export const budgetsQuery = queryOptions({
  queryKey: keys.budgets,
  queryFn: () => unwrap(api.GET("/api/budgets")),
  refetchInterval: 15_000,
});

/** One run that a budget stopped. */
export function stopQuery(id: string) {
  return queryOptions({
    queryKey: keys.stop(id),
    queryFn: () => unwrap(api.GET("/api/budgets/stops/{stop_id}", { params: { path: { stop_id: id } } })),
  });
}

/** Say a person's word on a stopped run. */
export function decideStop(id: string, body: StopDecisionBody): Promise<StopInfo> {
  const params = { path: { stop_id: id } };
  return unwrap(api.POST("/api/budgets/stops/{stop_id}/decision", { params, body }));
}

const MICROS = 1_000_000;

/** Return the micro-dollars of an amount somebody typed, with a point or a comma; null if it is none. */
export function readAmount(text: string): number | null {
  const amount = Number(text.trim().replace(",", "."));
  return text.trim() === "" || !Number.isFinite(amount) || amount < 0 ? null : Math.round(amount * MICROS);
}
