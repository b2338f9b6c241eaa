/** The review at hand: read it, decide in it at once, and let the studio follow. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { decideInOrder, proposalQuery, type Word } from "@/api/proposals";
import type { ConflictChoice, ProposalDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { type Change, type Decision, readReview, takenAlong } from "@/lib/review";

export interface Deciding {
  /** Accept or reject a change, with what has to go along; null takes the word back. */
  decide: (change: Change, decision: Decision | null) => void;
  /** Accept or reject many at once; conflicts and what was decided before are left alone. */
  decideAll: (changes: readonly Change[], decision: Decision) => void;
  /** Answer a conflict. */
  choose: (change: Change, choice: ConflictChoice | null) => void;
  /** Take back what was decided last here. Returns the change it was about. */
  takeBack: () => Change | null;
}

/** Return a proposal with its changes by subject. */
export function useReview(id: string) {
  const query = useQuery(proposalQuery(id));
  const review = useMemo(() => (query.data ? readReview(query.data) : null), [query.data]);
  return { ...query, detail: query.data ?? null, review };
}

interface Step {
  change: Change;
  /** What to say to the studio so that everything is as it was. */
  back: Word[];
}

/** Return the ways to decide in a proposal. What is decided shows at once; a refusal puts it back. */
export function useDeciding(id: string): Deciding {
  const client = useQueryClient();
  const { t } = useTranslation();
  const steps = useRef<Step[]>([]);
  const waiting = useRef(0);

  const say = useCallback(
    (words: Word[]) => {
      const key = keys.proposal(id);
      void client.cancelQueries({ queryKey: key });
      client.setQueryData<ProposalDetail>(key, (detail) => (detail ? withWords(detail, words) : detail));
      waiting.current += 1;
      void decideInOrder(id, words)
        .catch((thrown: unknown) => {
          const { message, suggestion } = asApiError(thrown);
          notify({ tone: "failed", text: t("review.notDecided"), detail: `${message} ${suggestion}` });
          void client.invalidateQueries({ queryKey: key });
        })
        .finally(() => {
          waiting.current -= 1;
          if (waiting.current === 0) void client.invalidateQueries({ queryKey: key });
        });
    },
    [client, id, t],
  );

  return useMemo(() => {
    const current = () => {
      const detail = client.getQueryData<ProposalDetail>(keys.proposal(id));
      return detail ? readReview(detail) : null;
    };
    const act = (change: Change, changes: readonly Change[], words: Word[]) => {
      steps.current.push({ change, back: changes.flatMap(backTo) });
      say(words);
    };
    return {
      decide(change, decision) {
        const review = current();
        const along = review && decision ? takenAlong(review, change, decision) : [];
        const all = [change, ...along];
        if (along.length > 0)
          notify({ tone: "done", text: t(ALONG[decision ?? "accepted"], { count: along.length }) });
        act(change, all, [{ hunks: all.flatMap((one) => one.hunks), decision }]);
      },
      decideAll(changes, decision) {
        const open = changes.filter((change) => change.state === "open" && !change.conflict);
        const first = open[0];
        if (first) act(first, open, [{ hunks: open.flatMap((change) => change.hunks), decision }]);
      },
      choose(change, choice) {
        act(change, [change], wordsOfChoice(change, choice));
      },
      takeBack() {
        const last = steps.current.pop();
        if (last) say(last.back);
        return last?.change ?? null;
      },
    };
  }, [client, id, say, t]);
}

const ALONG = { accepted: "review.acceptedAlong", rejected: "review.rejectedAlong" } as const;

/** Return what has to be said for an answer to a conflict: about the conflict, and about its hunks. */
function wordsOfChoice(change: Change, choice: ConflictChoice | null): Word[] {
  const { conflict, hunks } = change;
  if (!conflict) return [];
  const decision = choice === null ? null : choice.take === "ours" ? "rejected" : "accepted";
  const answer: Word = choice
    ? { hunks: [conflict.id], decision: "accepted", choice }
    : { hunks: [conflict.id], decision: null };
  return hunks.length > 0 ? [answer, { hunks, decision }] : [answer];
}

/** Return what has to be said so that a change is decided as it is now. */
function backTo(change: Change): Word[] {
  if (change.conflict) {
    return wordsOfChoice(change, (change.conflict.choice as unknown as ConflictChoice | null) ?? null);
  }
  return [{ hunks: change.hunks, decision: change.state === "open" ? null : change.state }];
}

function withWords(detail: ProposalDetail, words: readonly Word[]): ProposalDetail {
  const byHunk = new Map(words.flatMap((word) => word.hunks.map((id) => [id, word] as const)));
  const mark = (hunk: ProposalDetail["hunks"][number]) => {
    const word = byHunk.get(hunk.id);
    if (!word) return hunk;
    return { ...hunk, decision: word.decision, choice: word.choice ? { ...word.choice } : null };
  };
  return { ...detail, hunks: detail.hunks.map(mark), conflicts: detail.conflicts.map(mark) };
}
