import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { type LucideIcon, MessageSquareReply, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { finishReview, isOpen, proposalsQuery, rejectProposal } from "@/api/proposals";
import type { FinishInfo, ProposalInfo } from "@/api/schema";
import { announce } from "@/lib/announce";
import { carriedFrom } from "@/lib/carried";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { titleOf } from "@/lib/proposal";
import { outcomeOf } from "@/lib/review";
import { sayTakenBack, takenBack } from "@/lib/taken-back";
import { Button, buttonClass } from "@/ui/button";
import Confirm from "@/ui/confirm";
import { useUndoMerge } from "@/ui/review/use-undo";
import { StateWord } from "@/ui/state-word";
import { useDesk } from "../desk";
import styles from "./foot.module.css";
import { PublishedLink } from "./published";

/** What merging now would do, and the ways to end the review. */
export function Foot({ merge, onRequest }: { merge: Merging; onRequest: () => void }) {
  const { t } = useTranslation();
  const { review, detail, canDecide, deciding } = useDesk();
  const [isAsking, setAsking] = useState(false);
  if (!isOpen(detail.proposal)) return <ClosedFoot />;
  const outcome = outcomeOf(review);
  const { takes, drops, stays, publishes } = outcome;
  const open = review.changes.filter((change) => change.state === "open" && !change.conflict);
  const rest = [
    drops > 0 ? t("review.drops", { count: drops }) : "",
    stays > 0 ? t("review.stays", { count: stays }) : "",
  ];
  return (
    <footer className={styles.foot}>
      <div className={styles.row}>
        <p className={styles.words}>
          <b>
            {takes === 0 ? t("review.takesNone") : t("review.takes", { count: takes })}
            {publishes > 0 ? ` ${t("review.publishes", { count: publishes })}` : ""}
          </b>
          <span className={styles.rest}>{rest.filter(Boolean).join(" ")}</span>
        </p>
        {canDecide ? (
          <span className={styles.actions}>
            {open.length > 0 ? (
              <Button keys="Shift+A" onClick={() => deciding.decideAll(open, "accepted")}>
                {t(open.length < review.changes.length ? "review.acceptRest" : "review.acceptAll")}
              </Button>
            ) : null}
            <Brief icon={X} name={t("review.rejectAll")} onClick={() => setAsking(true)} />
            <Brief icon={MessageSquareReply} name={t("review.requestChanges")} onClick={onRequest} />
            <Button
              look="primary"
              keys="Mod+Enter"
              busy={merge.isBusy}
              disabled={takes + drops === 0 || outcome.conflicts > 0}
              onClick={merge.run}
            >
              {takes > 0 || drops === 0
                ? t("review.merge", { count: takes })
                : t("review.dropThem", { count: drops })}
            </Button>
          </span>
        ) : (
          <span className={styles.rest}>{t("review.mayNotDecide")}</span>
        )}
      </div>
      <RejectQuestion isOpen={isAsking} onClose={() => setAsking(false)} />
    </footer>
  );
}

interface BriefProps {
  icon: LucideIcon;
  name: string;
  onClick: () => void;
}

/** A button that is its words where there is room, and its icon where there is little. */
function Brief({ icon, name, onClick }: BriefProps) {
  return (
    <Button icon={icon} className={styles.brief} title={name} onClick={onClick}>
      <span className={styles.label}>{name}</span>
    </Button>
  );
}

function RejectQuestion({ isOpen: open, onClose }: { isOpen: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { detail } = useDesk();
  const client = useQueryClient();
  const reject = async () => {
    onClose();
    try {
      await rejectProposal(detail.proposal.id, detail.sha);
      announce(t("review.saidRejected"));
    } catch (thrown) {
      notify({ tone: "failed", text: asApiError(thrown).message });
    }
    await client.invalidateQueries({ queryKey: keys.inbox });
  };
  return (
    <Confirm
      open={open}
      onClose={onClose}
      title={t("review.rejectTitle", { title: titleOf(detail.proposal, t) })}
      text={t("review.rejectText", { count: detail.proposal.hunks })}
      keep={t("review.keep")}
      act={t("review.rejectAll")}
      onAct={() => reject()}
    />
  );
}

/** A decided proposal: what became of it, where the rest is, and the way back. */
function ClosedFoot() {
  const { t, i18n } = useTranslation();
  const { detail } = useDesk();
  const { proposal } = detail;
  const isMerged = proposal.state === "merged";
  const carried = useCarried(proposal);
  const { by: undoing, isWhole } = takenBack(detail);
  const undo = useUndoMerge(isMerged && !isWhole ? proposal.id : null);
  const when = proposal.decidedAt ? moment(proposal.decidedAt, Date.now(), i18n.language) : "";
  return (
    <footer className={styles.foot}>
      <div className={styles.row}>
        <p className={styles.words}>
          <b>
            <StateWord tone={isMerged ? "good" : "rejected"}>
              {isMerged ? t("review.merged", { when }) : t("review.wasRejected", { when })}
            </StateWord>
          </b>
          <Came />
        </p>
        <span className={styles.actions}>
          {carried ? (
            <Link
              to="/review/$proposalId"
              params={{ proposalId: carried.id }}
              className={buttonClass()}
              aria-label={t("review.openRest", { count: carried.hunks })}
            >
              {t("review.openRestShort", { count: carried.hunks })}
            </Link>
          ) : null}
          {isMerged ? <PublishedLink /> : null}
          {undoing ? (
            <Link to="/review/$proposalId" params={{ proposalId: undoing.id }} className={buttonClass()}>
              {t("review.openUndo")}
            </Link>
          ) : null}
          {undo ? (
            <Button busy={undo.isBusy} onClick={undo.run}>
              {t("review.undoMerge")}
            </Button>
          ) : null}
        </span>
      </div>
    </footer>
  );
}

/** What a merge brought into the content, as long as nothing takes it back. */
function Came() {
  const { t } = useTranslation();
  const { detail, review } = useDesk();
  const { by: undoing, isWhole } = takenBack(detail);
  const count = review.changes.filter((change) => change.state === "accepted").length;
  const took = detail.proposal.state === "merged" && count > 0;
  const left = took ? t("review.tookOf", { count, all: review.changes.length }) : "";
  return (
    <span className={styles.rest}>
      {undoing && !isWhole ? `${left} ` : ""}
      {undoing ? t(sayTakenBack(undoing, isWhole)) : left}
    </span>
  );
}

/** Return the proposal in which what was left undecided waits now. */
function useCarried(proposal: ProposalInfo) {
  const proposals = useQuery({ ...proposalsQuery, enabled: proposal.carriedTo !== null });
  return carriedFrom(proposal, proposals.data ?? []).find(isOpen) ?? null;
}

export interface Merging {
  isBusy: boolean;
  run: () => Promise<void>;
}

/** Return the way to merge what was accepted, as the person has seen it. */
export function useMerge(id: string, sha: string | null): Merging {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [isBusy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      const done = await finishReview(id, sha);
      const sentence = t(...sentenceOf(done));
      // What was done stands in the foot at once; only what was not done needs a notice.
      if (done.state === "conflicts") notify({ tone: "failed", text: sentence });
      else announce(sentence);
      await client.invalidateQueries({ queryKey: keys.inbox });
      void navigate({ to: ".", search: (before) => ({ ...before, change: undefined }), replace: true });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
      await client.invalidateQueries({ queryKey: keys.proposal(id) });
    }
    setBusy(false);
  };
  return { isBusy, run };
}

function sentenceOf(done: FinishInfo) {
  switch (done.state) {
    case "merged":
      return ["review.saidMerged", { count: done.accepted }] as const;
    case "conflicts":
      return ["review.saidConflicts", { count: 0 }] as const;
    case "rejected":
      return ["review.saidRejected", { count: 0 }] as const;
    default:
      return ["review.saidDropped", { count: done.rejected }] as const;
  }
}
