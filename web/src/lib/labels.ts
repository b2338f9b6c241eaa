/** What fields are called, in the reader's language. */

/** Return words that are given plainly or by language: in the reader's, in English, or in any. */
export function wordsIn(words: unknown, language: string): string {
  if (typeof words === "string") return words;
  if (typeof words !== "object" || words === null) return "";
  const byLanguage = words as Record<string, string>;
  return byLanguage[language] ?? byLanguage.en ?? Object.values(byLanguage)[0] ?? "";
}

/** Return a field's name as words: `Reading minutes`. */
export function spellField(name: string): string {
  const words = name.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1);
}
