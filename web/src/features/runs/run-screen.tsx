import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download, Ellipsis } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { RunDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { isMoving } from "@/lib/run/status";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem } from "@/ui/menu";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { RunFacts } from "./components/facts";
import { StepTree } from "./components/steps";
import { useNow } from "./components/table";
import { RunViews } from "./components/views";
import { runQuery, useRunView } from "./queries";
import styles from "./run-screen.module.css";

const route = getRouteApi("/app/runs/$runId");

/** One run: its facts, its steps in time, and what was said and done. */
export function RunScreen() {
  const { t } = useTranslation();
  const { runId } = route.useParams();
  const run = useQuery(runQuery(runId));
  const isSlow = useSlow(run.isPending);
  useShownScreen("run", run.data?.run.title ?? t("runs.title"), { runId });
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

function Loaded({ detail }: { detail: RunDetail }) {
  const { t } = useTranslation();
  const { run, steps } = detail;
  const followed = useRunView(run.id);
  const { step } = route.useSearch();
  const now = useNow(isMoving(run.status));
  return (
    <Page
      title={run.title || run.source}
      crumbs={
        <Link to="/runs" className={crumbClass}>
          {t("runs.title")}
        </Link>
      }
      scrolls={false}
      actions={<RunActions detail={detail} />}
    >
      <div className={styles.run}>
        <RunFacts run={run} view={followed.view} now={now} />
        <StepTree steps={steps} selected={step} now={now} />
        <RunViews detail={detail} view={followed.view} error={followed.error} />
      </div>
    </Page>
  );
}

function RunActions({ detail: { run } }: { detail: RunDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const stop = async () => {
    try {
      await unwrap(api.POST("/api/runs/{run_id}/stop", { params: { path: { run_id: run.id } } }));
      notify({ tone: "done", text: t("runs.stopped") });
    } catch (thrown) {
      notify({ tone: "failed", text: t("runs.stopFailed"), detail: asApiError(thrown).message });
    }
    await client.invalidateQueries({ queryKey: keys.runs });
  };
  return (
    <>
      <Menu align="end" trigger={<IconButton icon={Ellipsis} name={t("frame.more")} />}>
        <MenuItem
          icon={Download}
          link={<a href={`/api/runs/${run.id}/events?after=0`} download={`run-${run.id}.ndjson`} />}
        >
          {t("runs.export")}
        </MenuItem>
      </Menu>
      {isMoving(run.status) ? <Button onClick={() => void stop()}>{t("runs.stop")}</Button> : null}
    </>
  );
}
