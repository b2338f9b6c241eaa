/** What every part of the review screen works with. */
import { createContext, useContext } from "react";
import type { CommentInfo, ProposalDetail, TextInfo } from "@/api/schema";
import type { Change, Review, Subject } from "@/lib/review";
import { placeOf } from "@/lib/target";
import type { Deciding } from "./use-review";

export interface Desk {
  detail: ProposalDetail;
  review: Review;
  deciding: Deciding;
  /** True while the proposal waits and this person may decide on it. */
  canDecide: boolean;
  current: Change | null;
  subject: Subject;
  /** True while the person writes a comment on the current change. */
  isCommenting: boolean;
  setCommenting: (on: boolean) => void;
  /** Make a change the current one. */
  go: (change: Change) => void;
  /** Decide on a change and move on to the next open one. */
  settle: (change: Change, decision: "accepted" | "rejected") => void;
  /** Ask the agent for what people said about the whole proposal. */
  request: () => void;
  /** Ask the agent to change something about a change. */
  ask: (change: Change) => void;
}

/** What a note needs that seldom changes, so that moving on does not draw every note again. */
export interface NoteFacts {
  canDecide: boolean;
  agent: string;
  comments: ReadonlyMap<string, CommentInfo[]>;
  settle: Desk["settle"];
  go: Desk["go"];
  ask: Desk["ask"];
  setCommenting: Desk["setCommenting"];
  takeBack: (change: Change) => void;
}

export const NoteContext = createContext<NoteFacts | null>(null);

/** Return what a note needs. */
export function useNoteFacts(): NoteFacts {
  const facts = useContext(NoteContext);
  if (!facts) throw new Error("useNoteFacts works inside a review only");
  return facts;
}

export const DeskContext = createContext<Desk | null>(null);

/** Return the review one is in. */
export function useDesk(): Desk {
  const desk = useContext(DeskContext);
  if (!desk) throw new Error("useDesk works inside a review only");
  return desk;
}

/** Return the changed texts of a subject, by field. */
export function textsOf(detail: ProposalDetail, subject: Subject): TextInfo[] {
  const fields = new Set(subject.changes.map(({ hunk }) => placeOf(hunk.target)));
  return detail.texts.filter((text) => fields.has(placeOf(text.target)));
}
