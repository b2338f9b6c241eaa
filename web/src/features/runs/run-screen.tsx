import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { proposalsQuery } from "@/api/proposals";
import type { RunDetail } from "@/api/schema";
import { classes } from "@/lib/classes";
import { isMoving } from "@/lib/run/status";
import { useShownScreen } from "@/lib/screen";
import { BranchFace, chipClass } from "@/ui/branch-chip";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { RunActions } from "./components/actions";
import { Costs } from "./components/costs";
import { RunFacts } from "./components/facts";
import { StepTree } from "./components/steps";
import { useNow } from "./components/table";
import { RunViews } from "./components/views";
import { titleOfRun } from "./model";
import { runQuery, traceQuery, useRunView } from "./queries";
import styles from "./run-screen.module.css";

const route = getRouteApi("/app/runs/$runId");

/** One run: its facts, its steps in time, and what was said and done. */
export function RunScreen() {
  const { t } = useTranslation();
  const { runId } = route.useParams();
  const run = useQuery(runQuery(runId));
  const isSlow = useSlow(run.isPending);
  useShownScreen("run", (run.data && titleOfRun(run.data.run)) ?? t("runs.title"), { runId });
  const crumbs = (
    <Link to="/runs" className={crumbClass}>
      {t("runs.title")}
    </Link>
  );
  if (run.data) return <Loaded key={runId} detail={run.data} />;
  return (
    <Page title="" crumbs={crumbs}>
      {run.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("runs.runFailed")}>
            <p>{asApiError(run.error).message}</p>
            <p>{asApiError(run.error).suggestion}</p>
          </Notice>
        </div>
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
    </Page>
  );
}

/** The branch that holds what the run wrote, as the way to its review. */
function ProposalChip({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const proposals = useQuery(proposalsQuery).data ?? [];
  const own = proposals.find((proposal) => proposal.runId === runId);
  if (!own?.branch) return null;
  return (
    <Link
      to="/review/$proposalId"
      params={{ proposalId: own.id }}
      className={classes(chipClass, styles.chip)}
      title={own.title}
      aria-label={t("runs.toReview", { branch: own.branch })}
    >
      <BranchFace name={own.branch} notes={[t("runs.hunks", { count: own.hunks })]} />
    </Link>
  );
}

function Loaded({ detail }: { detail: RunDetail }) {
  const { t } = useTranslation();
  const { run } = detail;
  const followed = useRunView(run);
  const { step } = route.useSearch();
  const isLive = isMoving(run.status);
  const trace = useQuery(traceQuery(run));
  const now = useNow(isLive);
  return (
    <Page
      title={titleOfRun(run) || run.source}
      crumbs={
        <Link to="/runs" className={crumbClass}>
          {t("runs.title")}
        </Link>
      }
      scrolls={false}
      note={<ProposalChip runId={run.id} />}
      actions={<RunActions detail={detail} view={followed.view} />}
    >
      <div className={styles.run}>
        <RunFacts run={run} view={followed.view} now={now} />
        <div className={styles.left}>
          <StepTree trace={trace.data} view={followed.view} runId={run.id} selected={step} now={now} />
          {trace.data ? <Costs trace={trace.data} /> : null}
        </div>
        <RunViews detail={detail} view={followed.view} error={followed.error} />
      </div>
    </Page>
  );
}
