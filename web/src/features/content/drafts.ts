/** Unsaved work: kept in this browser, each piece by itself, so that no reload and no other tab loses it. */
import { create } from "zustand";

type Json = Record<string, unknown>;

export interface Draft {
  /** What was there when the person began. */
  base: Json;
  values: Json;
}

const PREFIX = "proofroom.draft/";

export const useDrafts = create<{ drafts: Record<string, Draft> }>(() => ({ drafts: readDrafts() }));

/** Keep a draft, or forget it with null. */
export function keepDraft(key: string, draft: Draft | null): void {
  useDrafts.setState(({ drafts }) => {
    const { [key]: _, ...rest } = drafts;
    return { drafts: draft ? { ...rest, [key]: draft } : rest };
  });
  try {
    if (draft) localStorage.setItem(PREFIX + key, JSON.stringify(draft));
    else localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is full or closed: the work is kept as long as the page is.
  }
}

function readDrafts(): Record<string, Draft> {
  const found: Record<string, Draft> = {};
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(PREFIX)) continue;
      const draft = readDraft(localStorage.getItem(name));
      if (draft) found[name.slice(PREFIX.length)] = draft;
    }
  } catch {
    // Storage is closed: there is nothing from before.
  }
  return found;
}

/** Return a stored draft, or null where something else stands. */
export function readDraft(text: string | null): Draft | null {
  try {
    const value: unknown = JSON.parse(text ?? "");
    const isDraft = typeof value === "object" && value !== null && "base" in value && "values" in value;
    return isDraft ? (value as Draft) : null;
  } catch {
    return null;
  }
}
