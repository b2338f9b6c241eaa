/** Dates by which entries appear and go, between the studio's UTC and the clock on the reader's wall. */

/** Return a moment as a date field of the browser holds it, in the reader's time zone. */
export function toField(at: string | null): string {
  if (!at) return "";
  const moment = new Date(at);
  return new Date(moment.getTime() - moment.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Return the moment that a date field names; null for an empty one. */
export function fromField(text: string): string | null {
  return text ? new Date(text).toISOString() : null;
}

/** Return a moment of an entry's metadata if it is still to come. */
export function toCome(value: unknown, now: number): string | null {
  return typeof value === "string" && Date.parse(value) > now ? value : null;
}
