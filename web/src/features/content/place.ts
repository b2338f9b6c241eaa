/** Where one is in the content: everything in the address, so that reload, back and sharing work. */
import { useNavigate, useRouter, useSearch } from "@tanstack/react-router";

export const PARTS = [
  "findings",
  "weak",
  "model",
  "glossary",
  "branches",
  "schedule",
  "submissions",
] as const;
export type Part = (typeof PARTS)[number];

export interface Place {
  model?: string | undefined;
  locale?: string | undefined;
  entry?: string | undefined;
  view?: "raw" | "history" | undefined;
  /** Words that titles must have. */
  q?: string | undefined;
  status?: string | undefined;
  /** Only entries that this locale lacks. */
  missing?: string | undefined;
  /** A branch to look at instead of the content as it stands. */
  ref?: string | undefined;
  /** The column that orders the table; with a minus, from the end. */
  sort?: string | undefined;
  /** What is shown instead of entries. */
  part?: Part | undefined;
  /** A locale to read beside the one that is written. */
  beside?: string | undefined;
  /** Which submissions are shown, if not those that wait. */
  sent?: string | undefined;
  field?: string | undefined;
}

type Search = Record<string, unknown>;

const HERE = "/content";

/** Read a place from the address. */
export function readPlace(search: Search): Place {
  const word = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const view = search.view === "raw" || search.view === "history" ? search.view : undefined;
  return {
    model: word(search.model),
    locale: word(search.locale),
    entry: word(search.entry),
    view,
    q: word(search.q),
    status: word(search.status),
    missing: word(search.missing),
    ref: word(search.ref),
    sort: word(search.sort),
    part: PARTS.find((part) => part === search.part),
    beside: word(search.beside),
    sent: word(search.sent),
    field: word(search.field),
  };
}

/** Return where one is. */
export function usePlace(): Place {
  return useSearch({ from: "/app/content" });
}

/** Return a function that goes elsewhere in the content; what is not named stays. */
export function useGo(): (place: Place, isStep?: boolean) => void {
  const navigate = useNavigate();
  const router = useRouter();
  return (place, isStep = false) => {
    // Whoever is on the way elsewhere goes there: to sign in again, above all, which knows the way back.
    if (router.latestLocation.pathname !== HERE) return;
    void navigate({
      to: HERE,
      search: (before: object) => ({ ...before, ...place }),
      replace: !isStep,
      resetScroll: false,
    });
  };
}

/** The newest change first, as long as nobody wants another order. */
export const USUAL_SORT = "-updated_at";

/** The id of an entry that is being made. */
export const NEW = "+";
