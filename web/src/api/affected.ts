/** What a turn changed, and which cached answers that makes old. Nothing else is asked for again. */
import type { QueryClient, QueryKey } from "@tanstack/react-query";
import { keys } from "./keys";
import type { EventAffected } from "./schema";

const OF_ONE_MODEL = new Set(["entries", "entry", "history"]);
const OF_ALL_MODELS = new Set(["status", "validation", "parity", "analysis", "reading"]);

/** Tell whether what is cached under a name may look different after a turn. */
export function isAffected(key: QueryKey, affected: EventAffected): boolean {
  const { models = [], snapshotChanged = false, branchesChanged = false, resources = [] } = affected;
  const hasBranch = branchesChanged || Boolean(affected.branch);
  const [room, second, third] = key;
  if (room === "inbox") return hasBranch;
  if (room !== "content") return resources.includes(String(room));
  if (third === "branches") return hasBranch;
  if (third === "models" || third === "glossary") return snapshotChanged;
  if (OF_ONE_MODEL.has(String(third))) return models.includes(modelOf(key));
  const isAbout = OF_ALL_MODELS.has(String(third)) || OF_ALL_MODELS.has(String(second));
  return isAbout && (models.length > 0 || snapshotChanged || hasBranch);
}

/** Return the content model that a cached answer is about: it stands in the key, or in its wish. */
function modelOf(key: QueryKey): string {
  const fourth = key[3];
  if (typeof fourth === "string") return fourth;
  const wish = fourth as { model?: unknown } | undefined;
  return typeof wish?.model === "string" ? wish.model : "";
}

/** Ask again for what a turn made old. */
export function refetchAffected(client: QueryClient, affected: EventAffected): void {
  void client.invalidateQueries({ predicate: (query) => isAffected(query.queryKey, affected) });
}

/** Ask again for what shows that a run has begun or ended. */
export function refetchRuns(client: QueryClient): void {
  for (const queryKey of [keys.runs, keys.status]) void client.invalidateQueries({ queryKey });
}
