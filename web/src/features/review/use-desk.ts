/** Puts together what the parts of the review screen work with. */

import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ProposalDetail } from "@/api/schema";
import { announce } from "@/lib/announce";
import { askAgent } from "@/lib/ask";
import { commentsByHunk, commentsOn } from "@/lib/comments";
import { nameOf } from "@/lib/diff";
import { type Change, nextOpen, type Review, spansOfChange, subjectOfChange, takenAlong } from "@/lib/review";
import type { Desk, NoteFacts } from "./desk";
import { sayChange } from "./use-keys";
import { useDeciding } from "./use-review";

/** Return the desk of a review; null while there is nothing to show. */
export function useDeskOf(detail: ProposalDetail | null, review: Review | null): Desk | null {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const wanted = useSearch({ from: "/app/review/$proposalId", select: (search) => search.change });
  const [isCommenting, setCommenting] = useState(false);
  const deciding = useDeciding(detail?.proposal.id ?? "");
  const go = useCallback(
    (change: Change) => {
      setCommenting(false);
      void navigate({
        to: ".",
        search: (before) => ({ ...before, change: change.id }),
        replace: true,
        resetScroll: false,
      });
    },
    [navigate],
  );
  const current = useMemo(() => {
    if (!review) return null;
    const named = review.changes.find((change) => change.id === wanted);
    return named ?? review.changes.find((change) => change.state === "open") ?? review.changes[0] ?? null;
  }, [review, wanted]);
  return useMemo(() => {
    const subject = review ? (subjectOfChange(review, current?.id) ?? review.subjects[0]) : undefined;
    if (!detail || !review || !subject) return null;
    const settle: Desk["settle"] = (change, decision) => {
      deciding.decide(change, decision);
      const along = takenAlong(review, change, decision).map(({ id }) => id);
      const next = nextOpen(review, change.id, along);
      const said = decision === "accepted" ? t("review.accepted") : t("review.rejected");
      if (next) go(next);
      announce(next ? `${said}. ${sayChange({ review }, next, t)}` : `${said}. ${t("review.allDecided")}`);
    };
    const words = (change: Change) =>
      t("review.askText", { title: subject.title, words: nameOf(spansOfChange(change)) });
    return {
      detail,
      review,
      deciding,
      canDecide: detail.canDecide,
      current,
      subject,
      isCommenting,
      setCommenting,
      go,
      settle,
      ask: (change) => askAgent({ text: words(change), ...talkOf(detail) }),
      request: () =>
        askAgent({ text: requestText(detail, review, t("review.requestText")), ...talkOf(detail) }),
    };
  }, [detail, review, current, deciding, isCommenting, go, t]);
}

/** Return what notes need; it stays the same object until something about it changes. */
export function useNoteFactsOf(desk: Desk | null): NoteFacts | null {
  const latest = useRef(desk);
  useLayoutEffect(() => {
    latest.current = desk;
  });
  const canDecide = desk?.canDecide ?? false;
  const agent = desk?.detail.proposal.agent ?? "";
  const comments = desk?.detail.comments;
  return useMemo(() => {
    if (!comments) return null;
    return {
      canDecide,
      agent,
      comments: commentsByHunk(comments),
      settle: (change, decision) => latest.current?.settle(change, decision),
      go: (change) => latest.current?.go(change),
      ask: (change) => latest.current?.ask(change),
      setCommenting: (on) => latest.current?.setCommenting(on),
      takeBack: (change) => {
        latest.current?.go(change);
        latest.current?.deciding.decide(change, null);
      },
    };
  }, [canDecide, agent, comments]);
}

/** The conversation in which the proposal was made: what is asked there changes the same proposal. */
function talkOf(detail: ProposalDetail): { conversationId?: string } {
  const { conversationId } = detail.proposal;
  return conversationId ? { conversationId } : {};
}

function requestText(detail: ProposalDetail, review: Review, begin: string): string {
  const comments = commentsByHunk(detail.comments);
  const points = review.changes.flatMap((change) =>
    commentsOn(comments, change).map(({ text }) => `- “${nameOf(spansOfChange(change))}”: ${text}`),
  );
  return [begin, ...points].join("\n");
}

/** Scroll the current change into sight when it becomes current, or the page is laid out in another way. */
export function useInSight(id: string | undefined, layout: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another layout puts it elsewhere
  useEffect(() => {
    if (!id) return undefined;
    const frame = requestAnimationFrame(() => {
      const element = document.getElementById(`change-${id}`);
      element?.scrollIntoView({ block: "nearest" });
      const isFree =
        document.activeElement === document.body || document.activeElement?.id.startsWith("change-");
      if (isFree) element?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(frame);
  }, [id, layout]);
}

const MARGIN_FROM = 816;

/** Tell whether there is room for notes in a margin, or only in the text. */
export function useRoom(box: HTMLElement | null): "margin" | "inline" {
  const [room, setRoom] = useState<"margin" | "inline">("margin");
  useEffect(() => {
    const element = box?.parentElement;
    if (!element) return undefined;
    const look = () => setRoom(element.clientWidth >= MARGIN_FROM ? "margin" : "inline");
    const observer = new ResizeObserver(look);
    observer.observe(element);
    look();
    return () => observer.disconnect();
  }, [box]);
  return room;
}
