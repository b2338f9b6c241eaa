/** What a locale lacks of one entry, and which locale to read beside another. */
import type { LocaleGap } from "@/api/schema";

/** Return how an entry stands in a locale: whole, missing, or with this many empty fields. */
export function standing(
  gaps: readonly LocaleGap[],
  model: string,
  entry: string | null,
  locale: string,
): { isMissing: boolean; empty: number } {
  const gap = gaps.find((one) => one.model === model && one.locale === locale);
  const isMissing = entry !== null && (gap?.missing.includes(entry) ?? false);
  const empty = (gap?.empty ?? []).filter(({ entryId }) => entryId === (entry ?? "")).length;
  return { isMissing, empty };
}

/** Return the locale to read beside the one that is written: the default one, or another. */
export function besideOf(locale: string, locales: readonly string[], defaultLocale: string): string | null {
  if (locale !== defaultLocale && locales.includes(defaultLocale)) return defaultLocale;
  return locales.find((other) => other !== locale) ?? null;
}
