/** Short values of a published entry: which stand under the title, which at the end, and how they are spelled. */
import type { Fact } from "@/api/schema";

const UNDER_TITLE = new Set(["relation", "date", "datetime"]);

/** Return what stands under the title: who and when. */
export function bylineOf(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ type }) => UNDER_TITLE.has(type));
}

/** Return what stands at the end. */
export function detailsOf(facts: readonly Fact[]): Fact[] {
  return facts.filter(({ type }) => !UNDER_TITLE.has(type));
}

/** Return a fact's values as text; dates and numbers as the locale writes them. */
export function spellFact({ type, values }: Fact, locale: string): string {
  return values.map((value) => spell(type, value, locale)).join(", ");
}

function spell(type: string, value: string, locale: string): string {
  if (type === "date" || type === "datetime") {
    const date = new Date(value);
    if (Number.isNaN(date.getTime())) return value;
    const style = type === "date" ? { timeZone: "UTC" } : { timeStyle: "short" as const };
    return new Intl.DateTimeFormat(locale, { dateStyle: "long", ...style }).format(date);
  }
  const number = Number(value);
  if (["integer", "number", "decimal"].includes(type) && Number.isFinite(number)) {
    return new Intl.NumberFormat(locale).format(number);
  }
  return value;
}
