import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { isOpen, proposalQuery } from "@/api/proposals";
import type { ProposalDetail as Detail, InboxItemInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { excerptOf } from "@/lib/diff";
import { checksOf, findingKey, type Review, readReview, spansOfChange, tallyOf } from "@/lib/review";
import { sayTakenBack, takenBack } from "@/lib/taken-back";
import { Button, buttonClass } from "@/ui/button";
import { Counts, Words } from "@/ui/diff";
import { Keys } from "@/ui/keys";
import { RejectForm } from "@/ui/review/approval-forms";
import { useUndoMerge } from "@/ui/review/use-undo";
import { StateWord } from "@/ui/state-word";
import { stateOf } from "../model";
import { useProposalEnd } from "../use-proposal-end";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import table from "./proposal-detail.module.css";

/** A proposal before it is reviewed: what it touches, its first change, what the checks say, and the choices. */
export default function ProposalDetail({ item }: { item: InboxItemInfo }) {
  const { data } = useQuery(proposalQuery(item.id));
  const review = useMemo(() => (data ? readReview(data) : null), [data]);
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {data && review && review.changes.length > 0 ? (
          <>
            <Subjects review={review} />
            <TellingChange review={review} proposalId={item.id} />
            {isOpen(data.proposal) ? <Checks review={review} detail={data} /> : null}
          </>
        ) : null}
      </div>
      {data && review ? (
        <div className={styles.foot}>
          {isOpen(data.proposal) ? (
            <Choices detail={data} review={review} />
          ) : (
            <Decided detail={data} review={review} />
          )}
        </div>
      ) : null}
    </>
  );
}

const MOST = 12;

function Subjects({ review }: { review: Review }) {
  const { t } = useTranslation();
  const rest = review.subjects.length - MOST;
  return (
    <>
      <table className={table.subjects}>
        <caption className="hidden-text">{t("inbox.whatChanges")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("inbox.entry")}</th>
            <th scope="col">{t("inbox.locale")}</th>
            <th scope="col">{t("inbox.changes")}</th>
          </tr>
        </thead>
        <tbody>
          {review.subjects.slice(0, MOST).map((subject) => (
            <tr key={subject.key}>
              <td className={table.title} lang={subject.locale ?? undefined}>
                {subject.title}
              </td>
              <td className={table.muted}>{subject.locale}</td>
              <td>
                <Counts {...tallyOf(subject.changes)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {rest > 0 ? <p className={table.muted}>{t("inbox.moreSubjects", { count: rest })}</p> : null}
    </>
  );
}

/** The change that says most before one opens the review: words of a text, if there are any. */
function TellingChange({ review, proposalId }: { review: Review; proposalId: string }) {
  const { t } = useTranslation();
  const change = review.changes.find(({ hunk }) => hunk.isProse) ?? review.changes[0];
  if (!change) return null;
  const number = review.changes.indexOf(change) + 1;
  return (
    <>
      <div className={styles.section}>
        <h3>{t("inbox.changeNumber", { number })}</h3>
        <span className={table.grow}>{t("inbox.ofChanges", { count: review.changes.length })}</span>
        <Link
          to="/review/$proposalId"
          params={{ proposalId }}
          search={{ change: change.id }}
          className={buttonClass("quiet", true)}
        >
          {t("inbox.showThere")}
        </Link>
      </div>
      <p className={table.change} lang={change.hunk.locale ?? undefined}>
        <Words spans={excerptOf(spansOfChange(change), 200)} />
      </p>
    </>
  );
}

function Checks({ review, detail }: { review: Review; detail: Detail }) {
  const { t } = useTranslation();
  const conflicts = review.changes.filter((change) => change.conflict).length;
  const { own } = checksOf(review, detail.findings);
  return (
    <>
      <div className={styles.section}>
        <h3>{t("review.checks")}</h3>
      </div>
      <ul className={table.checks}>
        <li>
          {conflicts > 0 ? (
            <StateWord tone="finding">{t("review.conflicts", { count: conflicts })}</StateWord>
          ) : (
            <StateWord tone="done">{t("review.noConflict")}</StateWord>
          )}
        </li>
        {own.length === 0 ? (
          <li>
            <StateWord tone="done">{t("review.fieldsMatch")}</StateWord>
          </li>
        ) : null}
        {own.slice(0, 3).map(({ finding }) => (
          <li key={findingKey(finding)}>
            <StateWord tone={finding.severity === "error" ? "failed" : "finding"}>
              <span className={table.finding}>{finding.message}</span>
            </StateWord>
          </li>
        ))}
      </ul>
    </>
  );
}

function Choices({ detail, review }: { detail: Detail; review: Review }) {
  const { t } = useTranslation();
  const { proposal } = detail;
  const [isRejecting, setRejecting] = useState(false);
  const end = useProposalEnd(detail, review);
  const count = review.changes.length;
  useProposalKeys(proposal.id, detail.canDecide && !isRejecting, end.mergeAll, () => setRejecting(true));
  if (isRejecting) {
    return (
      <RejectForm
        label={t("inbox.whyNot")}
        action={t("inbox.rejectProposal")}
        isBusy={end.isBusy}
        onSend={(reason) => void end.reject(reason)}
        onBack={() => setRejecting(false)}
      />
    );
  }
  return (
    <div className={table.actions}>
      <Link to="/review/$proposalId" params={{ proposalId: proposal.id }} className={buttonClass("primary")}>
        {t("review.reviewCount", { count })} <Keys chord="Enter" />
      </Link>
      {detail.canDecide ? (
        <>
          <Button keys="a" busy={end.isBusy} disabled={!end.canMergeAll} onClick={() => end.mergeAll()}>
            {t("inbox.mergeAll", { count })}
          </Button>
          <Button keys="r" disabled={end.isBusy} onClick={() => setRejecting(true)}>
            {t("inbox.reject")}
          </Button>
        </>
      ) : null}
    </div>
  );
}

function useProposalKeys(id: string, mayDecide: boolean, merge: () => void, reject: () => void): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const commands = useMemo<Command[]>(() => {
    const open = () => void navigate({ to: "/review/$proposalId", params: { proposalId: id } });
    const all: Command[] = [
      {
        id: "inbox.open",
        label: t("inbox.keyReview"),
        group: "do",
        keys: ["Enter"],
        keyOnly: true,
        run: open,
      },
    ];
    if (!mayDecide) return all;
    return [
      ...all,
      { id: "inbox.allow", label: t("inbox.keyMergeAll"), group: "do", keys: ["a"], run: merge },
      { id: "inbox.reject", label: t("inbox.reject"), group: "do", keys: ["r"], run: reject },
    ];
  }, [t, navigate, id, mayDecide, merge, reject]);
  useCommands(commands);
}

/** What became of the proposal, and the way back. */
function Decided({ detail, review }: { detail: Detail; review: Review }) {
  const { t } = useTranslation();
  const { proposal } = detail;
  const state = stateOf(proposal.state);
  const { by: undoing, isWhole } = takenBack(detail);
  const undo = useUndoMerge(proposal.state === "merged" && !isWhole ? proposal.id : null);
  const commands = useMemo<Command[]>(
    () =>
      undo
        ? [{ id: "inbox.undo", label: t("review.undoMerge"), group: "do", keys: ["u"], run: undo.run }]
        : [],
    [undo, t],
  );
  useCommands(commands);
  const accepted = review.changes.filter((change) => change.state === "accepted").length;
  return (
    <div className={table.actions}>
      <span className={table.grow}>
        {state ? <StateWord tone={state[0]}>{t(state[1])}</StateWord> : null}{" "}
        {undoing
          ? t(sayTakenBack(undoing, isWhole))
          : proposal.state === "merged" && accepted > 0
            ? t("review.tookOf", { count: accepted, all: review.changes.length })
            : ""}
      </span>
      <Link to="/review/$proposalId" params={{ proposalId: proposal.id }} className={buttonClass()}>
        {t("inbox.look")}
      </Link>
      {undo ? (
        <Button keys="u" busy={undo.isBusy} onClick={undo.run}>
          {t("review.undoMerge")}
        </Button>
      ) : null}
    </div>
  );
}
