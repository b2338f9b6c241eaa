/** Which answers about content a turn makes old. */
import type { QueryKey } from "@tanstack/react-query";
import { wroteOnBranch } from "@/api/affected";
import type { EventAffected } from "@/api/schema";

const OF_ONE_MODEL = new Set(["entries", "entry", "history"]);
const OF_ALL_MODELS = new Set(["status", "validation", "parity", "analysis", "reading"]);

/** Tell whether an answer may look different after a turn. */
export function affectsContent(key: QueryKey, affected: EventAffected): boolean {
  const { models = [], snapshotChanged = false } = affected;
  const [, second, third] = key;
  if (third === "branches") return wroteOnBranch(affected);
  if (third === "models" || third === "glossary") return snapshotChanged;
  if (OF_ONE_MODEL.has(String(third))) return models.includes(modelOf(key));
  const isAbout = OF_ALL_MODELS.has(String(third)) || OF_ALL_MODELS.has(String(second));
  return isAbout && (models.length > 0 || snapshotChanged || wroteOnBranch(affected));
}

/** Return the content model that a cached answer is about: it stands in the key, or in its wish. */
function modelOf(key: QueryKey): string {
  const fourth = key[3];
  if (typeof fourth === "string") return fourth;
  const wish = fourth as { model?: unknown } | undefined;
  return typeof wish?.model === "string" ? wish.model : "";
}
