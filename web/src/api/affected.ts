/** What a turn changed, and which cached answers that makes old. Nothing else is asked for again. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { keys } from "./keys";
import type { EventAffected } from "./schema";

/** Tells whether what is cached under a name may look different after a turn. */
export type Affects = (key: QueryKey, affected: EventAffected) => boolean;

const rules = new Map<string, Affects>();

/** Let a feature say which of its answers a turn makes old: those whose names begin with its id. */
export function addAffected(id: string, rule: Affects): void {
  rules.set(id, rule);
}

/** Tell whether a turn wrote on a branch. */
export function wroteOnBranch({ branchesChanged = false, branch }: EventAffected): boolean {
  return branchesChanged || Boolean(branch);
}

/** Tell whether what is cached under a name may look different after a turn. */
export function isAffected(key: QueryKey, affected: EventAffected): boolean {
  const room = String(key[0]);
  return rules.get(room)?.(key, affected) ?? (affected.resources ?? []).includes(room);
}

/** Ask again for what a turn made old. */
export function refetchAffected(client: QueryClient, affected: EventAffected): void {
  void client.invalidateQueries({ predicate: (query) => isAffected(query.queryKey, affected) });
}

/** Ask again for what shows that a run has begun or ended. */
export function refetchRuns(client: QueryClient): void {
  for (const queryKey of [keys.runs, keys.status]) void client.invalidateQueries({ queryKey });
}
