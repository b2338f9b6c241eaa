/** What relations hold: an id, or with several models to choose from, a model and an id in it. */

export interface Reference {
  model: string;
  id: string;
}

/** Return what a relation's value points at; null where it points at nothing. */
export function readReference(value: unknown, targets: readonly string[]): Reference | null {
  if (typeof value === "string" && value !== "") return { model: targets[0] ?? "", id: value };
  if (typeof value !== "object" || value === null) return null;
  const { model, ref } = value as { model?: unknown; ref?: unknown };
  return typeof model === "string" && typeof ref === "string" ? { model, id: ref } : null;
}

/** Return a reference as files hold it. */
export function writeReference({ model, id }: Reference, targets: readonly string[]): unknown {
  return targets.length > 1 ? { model, ref: id } : id;
}

/** Return a reference as one word, for lists to choose from. */
export function wordOf({ model, id }: Reference): string {
  return `${model}/${id}`;
}

/** Return the reference that a word stands for. */
export function referenceOf(word: string): Reference | null {
  const cut = word.indexOf("/");
  return cut > 0 && cut < word.length - 1 ? { model: word.slice(0, cut), id: word.slice(cut + 1) } : null;
}
