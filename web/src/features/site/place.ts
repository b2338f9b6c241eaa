/** Where one is in the site's editor: it stands in the address, so that reload, back and a link find it. */
import { word } from "@/lib/addresses";
import type { Search } from "@/lib/feature";

export const LEFT = ["pages", "tokens", "styles", "code"] as const;
export type Left = (typeof LEFT)[number];

export const SHOWS = ["before", "proposed", "beside"] as const;
export type Show = (typeof SHOWS)[number];

export interface SitePlace {
  /** The open page, template or component. */
  page?: string | undefined;
  node?: string | undefined;
  /** The breakpoint one works at. */
  at?: string | undefined;
  /** The list at the left. */
  left?: Left | undefined;
  /** The proposal that is shown on the canvas. */
  proposal?: string | undefined;
  show?: Show | undefined;
}

const one = <T extends string>(known: readonly T[], value: unknown): T | undefined =>
  known.find((each) => each === value);

/** Read the place in the editor from the address. */
export function readSite(search: Search): SitePlace {
  return {
    page: word(search.page),
    node: word(search.node),
    at: word(search.at),
    left: one(LEFT, search.left),
    proposal: word(search.proposal),
    show: one(SHOWS, search.show),
  };
}
