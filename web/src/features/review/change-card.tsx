import { useQueries, useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileDiff, Undo2 } from "lucide-react";
import { useContext, useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { findProposal, isOpen, proposalQuery, proposalsQuery } from "@/api/proposals";
import type { HunkInfo, ProposalDetail, ProposalInfo } from "@/api/schema";
import { carriedFrom, withLater } from "@/lib/carried";
import { classes } from "@/lib/classes";
import { type Command, useCommands } from "@/lib/commands";
import { excerptOf } from "@/lib/diff";
import {
  type Change,
  fieldName,
  type Review,
  readReview,
  type Subject,
  spansOfChange,
  tallyOf,
  turnOf,
} from "@/lib/review";
import { Button, buttonClass } from "@/ui/button";
import { Counts, diffClass, Words } from "@/ui/diff";
import { Icon } from "@/ui/icon";
import { Keys } from "@/ui/keys";
import { useUndo } from "@/ui/review/use-undo";
import { type ChangeCardProps, NewestTurn } from "@/ui/run/change-slot";
import { WaitingCard } from "@/ui/run/waiting-card";
import { StateWord } from "@/ui/state-word";
import styles from "./change-card.module.css";

const SHOWN = 2;
const REVIEW_KEYS = "Mod+Shift+Enter";
const UNDO_KEYS = "Shift+U";

/** What a turn wrote: how many changes, the first two, and the ways to review them or take them back. */
export default function ChangeCard({ proposal: told, plain }: ChangeCardProps) {
  const proposals = useQuery(proposalsQuery);
  const proposal = findProposal(proposals.data ?? [], told);
  // The rows a card will have are there from the start, so that what stands below does not move.
  if (proposals.isPending) return <WaitingCard />;
  if (!proposal) return plain;
  return <Card proposal={proposal} all={proposals.data ?? []} runId={told.runId} />;
}

interface CardProps {
  proposal: ProposalInfo;
  all: readonly ProposalInfo[];
  runId: string;
}

/** Undecided changes go on in a proposal after a merge: what became of them there belongs to the turn, too. */
function Card({ proposal, all, runId }: CardProps) {
  const places = [proposal, ...carriedFrom(proposal, all)];
  const [detail, ...later] = useQueries({
    queries: places.map(({ id }) => proposalQuery(id)),
    combine: (found) => found.flatMap(({ data }) => data ?? []),
  });
  if (detail?.proposal.id !== proposal.id) return <WaitingCard />;
  return <Known detail={withLater(detail, later)} waits={waitingIn(later, runId)} runId={runId} />;
}

/** Return the later proposal in which changes of a turn still wait. */
function waitingIn(later: readonly ProposalDetail[], runId: string): ProposalInfo | null {
  const isOwn = (hunk: HunkInfo) => hunk.runId === runId && hunk.decision !== "rejected";
  return later.find(({ proposal, hunks }) => isOpen(proposal) && hunks.some(isOwn))?.proposal ?? null;
}

interface KnownProps {
  detail: ProposalDetail;
  waits: ProposalInfo | null;
  runId: string;
}

function Known({ detail, waits, runId }: KnownProps) {
  const { t } = useTranslation();
  const review = useMemo(() => readReview(turnOf(detail, runId)), [detail, runId]);
  const { changes, subjects } = review;
  const count = changes.length;
  // Of several things a card names each: "Featured no yes" twice says nothing.
  const names = subjects.length > 1 ? namesOf(subjects) : null;
  return (
    <section className={styles.card} aria-label={t("review.card", { count })}>
      <header className={styles.head}>
        <Icon of={FileDiff} tone="muted" />
        <span className={styles.title}>
          <b>{t("run.changes", { count })}</b> <About review={review} />
        </span>
        <Counts {...tallyOf(changes)} />
      </header>
      {changes.slice(0, SHOWN).map((change) => (
        <FirstChange key={change.id} change={change} of={names?.get(change.id)} />
      ))}
      <CardFoot detail={detail} review={review} waits={waits} runId={runId} />
    </section>
  );
}

interface FootProps extends KnownProps {
  review: Review;
}

/** The way to review what a turn wrote, the way to take it back, and what has become of it. */
function CardFoot({ detail, review, waits, runId }: FootProps) {
  const { t } = useTranslation();
  const { proposal } = detail;
  const place = waits ?? proposal;
  const count = review.changes.length;
  const left = waits ? review.changes.filter(({ state }) => state === "open").length : count;
  const taken = review.changes.filter(({ state }) => state === "accepted").length;
  // An undone merge takes back what came of this turn only where something did.
  const undoing = detail.undoneBy.find(
    ({ undoesRun, undoesId }) => undoesRun === runId || (undoesId !== null && taken > 0),
  );
  // What is rejected is nowhere in the content: there is nothing left to take back.
  const isRejected =
    proposal.state === "rejected" || (count > 0 && review.changes.every(({ state }) => state === "rejected"));
  const undo = useUndo(undoing || isRejected ? null : runId);
  const isNewest = useContext(NewestTurn);
  useCardCommands(place.id, isNewest === null ? undefined : undo?.run);
  return (
    <footer className={styles.foot}>
      <CardLink place={place} count={left} hasKeys={isNewest === true} />
      {undo ? (
        <Button
          look="quiet"
          small
          icon={Undo2}
          {...(isNewest ? { keys: UNDO_KEYS } : {})}
          busy={undo.isBusy}
          onClick={undo.run}
        >
          {t("review.undoTurn")}
        </Button>
      ) : null}
      <span className={styles.state}>
        {undoing ? (
          <StateWord tone="stopped">
            {t(isOpen(undoing) ? "review.takenBackWaits" : "review.takenBack")}
          </StateWord>
        ) : (
          <CardState proposal={proposal} isRejected={isRejected} taken={taken} all={count} />
        )}
      </span>
    </footer>
  );
}

interface CardLinkProps {
  place: ProposalInfo;
  /** How many changes there are to review. */
  count: number;
  hasKeys: boolean;
}

function CardLink({ place, count, hasKeys }: CardLinkProps) {
  const { t } = useTranslation();
  return (
    <Link to="/review/$proposalId" params={{ proposalId: place.id }} className={buttonClass("usual", true)}>
      {isOpen(place) ? t("review.reviewCount", { count }) : t("review.look")}
      {hasKeys && isOpen(place) ? <Keys chord={REVIEW_KEYS} /> : null}
    </Link>
  );
}

/** What the changes are about: the first subject, and how many more there are. */
function About({ review }: { review: Review }) {
  const { t } = useTranslation();
  const [first, ...rest] = review.subjects;
  if (!first) return null;
  return rest.length === 0
    ? t("review.to", { title: first.title })
    : t("review.toMore", { title: first.title, count: rest.length });
}

/** What the newest card of the conversation leads to, from anywhere: also while one still writes to the agent. */
function useCardCommands(proposalId: string, undo: (() => void) | undefined): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const latest = useRef(undo);
  latest.current = undo;
  const isOffered = undo !== undefined;
  const commands = useMemo<Command[]>(() => {
    if (!isOffered) return [];
    const review = () => {
      // The keys of the review are meant for it, not for the box one wrote in.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      void navigate({ to: "/review/$proposalId", params: { proposalId } });
    };
    const base = { group: "do" } as const;
    return [
      {
        ...base,
        id: "panel.review",
        label: t("review.reviewLast"),
        icon: FileDiff,
        keys: [REVIEW_KEYS],
        always: true,
        run: review,
      },
      {
        ...base,
        id: "panel.undo",
        label: t("review.undoLast"),
        icon: Undo2,
        keys: [UNDO_KEYS],
        run: () => latest.current?.(),
      },
    ];
  }, [t, navigate, proposalId, isOffered]);
  useCommands(commands);
}

/** Return the title of what each change is about, by the change's id. */
function namesOf(subjects: Subject[]): ReadonlyMap<string, string> {
  return new Map(subjects.flatMap(({ title, changes }) => changes.map(({ id }) => [id, title] as const)));
}

function FirstChange({ change, of }: { change: Change; of: string | undefined }) {
  const { hunk } = change;
  return (
    <p className={classes(styles.change, diffClass(change.state))} lang={hunk.locale ?? undefined}>
      {of ? <span className={styles.of}>{of}</span> : null}
      {hunk.isProse ? null : <span className={styles.field}>{fieldName(hunk.path, hunk.labels)} </span>}
      <Words spans={excerptOf(spansOfChange(change))} />
    </p>
  );
}

interface CardStateProps {
  proposal: ProposalInfo;
  isRejected: boolean;
  /** How many of the turn's changes were accepted, of how many. */
  taken: number;
  all: number;
}

function CardState({ proposal, isRejected, taken, all }: CardStateProps) {
  const { t } = useTranslation();
  if (isRejected) return <StateWord tone="stopped">{t("review.rejected")}</StateWord>;
  if (proposal.state === "merged" && taken === 0 && all > 0) return t("review.undecided");
  if (proposal.state === "merged" && taken < all) return t("review.tookShort", { count: taken, all });
  if (proposal.state === "merged") return <StateWord tone="done">{t("review.stateMerged")}</StateWord>;
  if (proposal.state === "conflicts") return <StateWord tone="finding">{t("review.conflict")}</StateWord>;
  return t("review.asProposal");
}
