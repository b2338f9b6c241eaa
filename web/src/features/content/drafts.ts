/** Unsaved work: kept in this browser, so that a reload or another page loses nothing. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

type Json = Record<string, unknown>;

export interface Draft {
  /** The entry as it was when the person began. */
  base: Json;
  values: Json;
}

interface Drafts {
  drafts: Record<string, Draft>;
}

export const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ drafts: {} }), { name: "proofroom.drafts" }),
);

/** Keep a draft, or forget it with null. */
export function keepDraft(key: string, draft: Draft | null): void {
  useDrafts.setState(({ drafts }) => {
    const { [key]: _, ...rest } = drafts;
    return { drafts: draft ? { ...rest, [key]: draft } : rest };
  });
}
