/** What waits about an entry on branches: which agent would change which of its fields. */
import type { HunkInfo, ProposalDetail } from "@/api/schema";
import type { EntryWish } from "./queries";

export interface Proposed {
  proposalId: string;
  /** Who proposes it. */
  who: string;
  conversationId: string | null;
  /** The first change of each field, by the field's name. */
  fields: ReadonlyMap<string, string>;
  /** How many changes there are. */
  count: number;
}

type Entry = Pick<EntryWish, "model" | "entry" | "locale">;

/** Return what a proposal would change in an entry, or null if nothing. */
export function proposedIn({ proposal, hunks }: ProposalDetail, entry: Entry): Proposed | null {
  const own = hunks.filter((hunk) => isAbout(hunk, entry));
  if (own.length === 0) return null;
  const fields = new Map<string, string>();
  for (const { id, path } of own) {
    const field = path[0] ?? "";
    if (!fields.has(field)) fields.set(field, id);
  }
  const { id: proposalId, agent: who, conversationId } = proposal;
  return { proposalId, who, conversationId, fields, count: own.length };
}

function isAbout({ target }: Pick<HunkInfo, "target">, { model, entry, locale }: Entry): boolean {
  if (target.area !== model || (target.locale !== null && target.locale !== locale)) return false;
  return entry === null || target.id === entry;
}
