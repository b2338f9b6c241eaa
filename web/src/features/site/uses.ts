/** What uses a rule, a code asset or a component. */
import type { SiteUse as Use } from "@/api/schema";
import { titleOf } from "./model";

export type SiteUse = Use;

const NAMED = 3;

/** Return the documents that use something as a list to read, with how often where it is more than once. */
export function usedIn(
  uses: readonly SiteUse[],
  language: string,
  others: (count: number) => string,
): string {
  const names = uses.slice(0, NAMED).map(({ id, title, count }) => {
    const name = titleOf({ id, title, slug: "" });
    return count > 1 ? `${name} (${count})` : name;
  });
  const rest = uses.length - names.length;
  return new Intl.ListFormat(language).format(rest > 0 ? [...names, others(rest)] : names);
}
