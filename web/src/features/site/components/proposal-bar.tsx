import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { FileDiff, GitMerge } from "lucide-react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { finishReview, undoTurn } from "@/api/proposals";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import type { SiteChange } from "../proposal";
import { siteKeys } from "../queries";
import { pushStep } from "../store";
import type { OpenProposal } from "../use-proposal";
import styles from "./proposal-bar.module.css";

const SIGNS = { accepted: "✓", rejected: "✕" } as const;

interface ProposalBarProps {
  proposal: OpenProposal;
  agent: string;
  onGo: (change: SiteChange) => void;
}

/** What waits on the canvas: the changes by number, the way to the whole review, and the ways to end it. */
export function ProposalBar({ proposal, agent, onGo }: ProposalBarProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const { detail, changes } = proposal;
  const count = detail.hunks.length;
  const accepted = detail.hunks.filter(({ decision }) => decision === "accepted").length;
  const isDecided = changes.length > 0 && changes.every(({ decision }) => decision !== null);
  const { id } = detail.proposal;
  // The newest turn of which something waits here: ids of runs are in the order of time.
  const runId = detail.hunks
    .flatMap((hunk) => hunk.runId ?? [])
    .toSorted()
    .at(-1);
  const fresh = async () => {
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: siteKeys.all });
  };
  const merge = () =>
    act(async () => {
      const done = await finishReview(id, detail.sha);
      if (done.commit)
        pushStep({ label: t("site.mergedStep", { count: done.accepted }), run: null, proposal: id });
      notify({ tone: "done", text: t("site.merged", { count: accepted }) });
      await fresh();
    });
  const undo = () =>
    act(async () => {
      if (runId) await undoTurn(runId);
      notify({ tone: "done", text: t("site.undidTurn") });
      await fresh();
    });
  return (
    <div className={styles.bar}>
      <Icon of={FileDiff} tone="muted" />
      <p className={styles.text}>
        <b>{t("site.proposes", { name: agent, count })}</b>{" "}
        {changes.length === count ? null : `${t("site.inPlaces", { count: changes.length })} `}
        {changes.map((change) => (
          <button
            key={change.number}
            type="button"
            className={styles.change}
            title={change.title}
            data-decision={change.decision ?? undefined}
            onClick={() => onGo(change)}
          >
            {change.number} {change.decision ? SIGNS[change.decision] : null} {change.title}
          </button>
        ))}
      </p>
      {isDecided && detail.canDecide ? (
        <Button small icon={GitMerge} busy={isBusy} onClick={() => merge()}>
          {t("site.finish", { count: accepted })}
        </Button>
      ) : null}
      <Link to="/review/$proposalId" params={{ proposalId: id }} className={buttonClass("usual", true)}>
        {t("site.review", { count })}
      </Link>
      {runId ? (
        <Button small look="quiet" busy={isBusy} onClick={() => undo()}>
          {t("site.undoTurn")}
        </Button>
      ) : null}
    </div>
  );
}
