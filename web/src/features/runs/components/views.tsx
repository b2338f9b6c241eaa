import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { RunDetail, RunInfo } from "@/api/schema";
import { foldReads } from "@/lib/run/fold";
import type { RunView } from "@/lib/run/view";
import { Notice } from "@/ui/notice";
import { EndNotice } from "@/ui/run/end-notice";
import { Lines } from "@/ui/run/lines";
import { TabLinks, tabClass } from "@/ui/tabs";
import { askedQuery } from "../queries";
import { EventTable } from "./events";
import { StepInOut } from "./in-out";
import styles from "./views.module.css";

const route = getRouteApi("/app/runs/$runId");

interface ViewsProps {
  detail: RunDetail;
  view: RunView | null;
  error: string | null;
}

/** The views of a run, each with an address: what was said, what went in and out, every event. */
export function RunViews({ detail, view, error }: ViewsProps) {
  const { t } = useTranslation();
  const { tab = "conversation", step: selected } = route.useSearch();
  const step = detail.steps.find((known) => known.key === selected) ?? null;
  const tabs = { conversation: t("runs.conversation"), io: t("runs.inputOutput"), events: t("runs.events") };
  return (
    <section className={styles.views}>
      <TabLinks label={t("runs.views")}>
        {(Object.keys(tabs) as (keyof typeof tabs)[]).map((name) => (
          <Link
            key={name}
            from="/runs/$runId"
            to="/runs/$runId"
            search={(before) => ({ ...before, tab: name === "conversation" ? undefined : name })}
            className={tabClass}
            activeOptions={{ exact: true, includeSearch: true }}
          >
            {tabs[name]}
            {name === "events" ? <span className={styles.count}>{detail.run.lastNumber}</span> : null}
          </Link>
        ))}
      </TabLinks>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.body} tabIndex={0}>
        {tab === "io" ? <StepInOut step={step} /> : null}
        {tab === "events" ? <EventTable runId={detail.run.id} /> : null}
        {tab === "conversation" ? <Talk run={detail.run} view={view} error={error} /> : null}
      </div>
    </section>
  );
}

function Talk({ run, view, error }: { run: RunInfo; view: RunView | null; error: string | null }) {
  const { t } = useTranslation();
  const asked = useQuery(askedQuery(run.id, run.conversationId));
  if (error)
    return (
      <Notice tone="danger" title={t("runs.runFailed")}>
        {error}
      </Notice>
    );
  if (!view) return null;
  return (
    <div className={styles.talk}>
      {asked.data ? <p className={styles.asked}>{asked.data}</p> : null}
      <Lines lines={foldReads(view.items)} isLive={view.status === "running"} runId={run.id} />
      <EndNotice view={view} />
    </div>
  );
}
