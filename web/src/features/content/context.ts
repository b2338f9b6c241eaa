/** What every part of the content screen works with. */
import { createContext, useContext } from "react";
import type { ContentStatus } from "@/api/schema";
import { languageName } from "@/lib/format";
import type { ModelDef } from "./model";
import type { EntryWish } from "./queries";

export interface Content {
  projectId: string;
  /** The project's name in addresses. */
  slug: string;
  status: ContentStatus;
  models: ModelDef[];
  model: ModelDef;
  /** The locale at hand. */
  locale: string;
  /** The locales the model at hand has. */
  locales: string[];
  /** The branch that is read; null for the content as it stands. */
  ref: string | null;
  /** What can be done here: nothing but reading on a branch, and by the person's role. */
  can: { write: boolean; shape: boolean; review: boolean };
}

export const ContentContext = createContext<Content | null>(null);

/** Return the content one is in. */
export function useContent(): Content {
  const content = useContext(ContentContext);
  if (!content) throw new Error("useContent works on the content screen only");
  return content;
}

export const EntryWishContext = createContext<EntryWish | null>(null);

/** Return which entry is being edited. */
export function useEntryWish(): EntryWish {
  const wish = useContext(EntryWishContext);
  if (!wish) throw new Error("useEntryWish works inside an entry's editor only");
  return wish;
}

/** Return a locale's name in the reader's language: Türkçe, English. */
export function localeName(locale: string, language: string): string {
  return languageName(locale, language);
}
