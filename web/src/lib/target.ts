/** What a change is about: a thing of a room, in a language, and the way to one of its fields. */
import type { TargetInfo } from "@/api/schema";

/** Of one thing each: what an entry says, and whether it is published. */
const SHARED = new Set(["entry", "document", "singleton", "status"]);

/** Return one name for the thing that a change is about, whatever of it changes. */
export function thingOf({ room, type, area, id, locale }: TargetInfo): string {
  return JSON.stringify([room, SHARED.has(type) ? "" : type, area, id, locale]);
}

/** Return one name for the field that a change stands in. */
export function placeOf({ room, type, area, id, locale, path }: TargetInfo): string {
  return JSON.stringify([room, type, area, id, locale, path]);
}

/** Return a target in one line, for views that show what is stored. */
export function spellTarget({ type, area, id, locale, path }: TargetInfo): string {
  const thing = [type, ...new Set([area, id])].filter(Boolean).join(":");
  return [thing, locale, path.join(".")].filter(Boolean).join(" ");
}
