/** Codes of languages, as people write them in one line. */

/** Return the codes named, each once, in their order. */
export function codesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,;]+/).filter(Boolean))];
}
