import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { ComingJob, DoneJob } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { type StateTone, StateWord } from "@/ui/state-word";
import { jobsQuery } from "../queries";
import { useRhythmWords } from "../use-rhythm-words";
import styles from "./agent.module.css";

/** Work by the clock and in the background: what is due when, and what came of it. */
export default function Jobs() {
  const { t } = useTranslation();
  const { data } = useQuery(jobsQuery);
  return (
    <section className={styles.sheet} aria-label={t("agents.jobs")}>
      <p className={styles.note}>{t("agents.jobsText")}</p>
      <h2 className={styles.groupHead}>{t("agents.jobsComing")}</h2>
      <ul aria-label={t("agents.jobsComing")}>
        {data?.coming.map((job) => (
          <Coming key={job.id} job={job} />
        ))}
      </ul>
      <h2 className={styles.groupHead}>{t("agents.jobsDone")}</h2>
      {data?.done.length === 0 ? <p className={styles.note}>{t("agents.jobsNone")}</p> : null}
      <ul aria-label={t("agents.jobsDone")}>
        {data?.done.map((job) => (
          <Done key={job.runId} job={job} />
        ))}
      </ul>
    </section>
  );
}

function Coming({ job }: { job: ComingJob }) {
  const { t, i18n } = useTranslation();
  const rhythm = useRhythmWords();
  const name = useAgentName();
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <Link to="/agents" search={{ agent: job.agent, part: "schedule" }}>
          {job.title || t(`agents.jobKinds.${job.kind}`)}
        </Link>{" "}
        <span className={styles.note}>
          {name(job.agent)} · {rhythm({ cron: job.cron, timeZone: job.timeZone })}
        </span>
      </div>
      {job.nextAt ? (
        <span className={styles.note}>
          {t("agents.nextAt", { time: moment(job.nextAt, Date.now(), i18n.language) })}
        </span>
      ) : (
        <StateWord tone="paused">{t("agents.resting")}</StateWord>
      )}
    </li>
  );
}

const TONES: Record<string, StateTone> = {
  queued: "waiting",
  running: "running",
  completed: "done",
  failed: "failed",
  interrupted: "failed",
};

function Done({ job }: { job: DoneJob }) {
  const { t, i18n } = useTranslation();
  const name = useAgentName();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canAct = useMay()("actions.team.run");
  const params = { path: { run_id: job.runId } };
  const again = () =>
    act(async () => {
      await unwrap(api.POST("/api/jobs/{run_id}/retry", { params }));
      await client.invalidateQueries({ queryKey: keys.schedules });
    });
  const cancel = () =>
    act(async () => {
      await unwrap(api.POST("/api/jobs/{run_id}/cancel", { params }));
      await client.invalidateQueries({ queryKey: keys.schedules });
    });
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <Link to="/runs/$runId" params={{ runId: job.runId }}>
          {job.title || t(`agents.jobKinds.${job.kind}`)}
        </Link>{" "}
        <span className={styles.note}>
          {t(`agents.jobKinds.${job.kind}`)} · {name(job.agent)} ·{" "}
          {moment(job.createdAt, Date.now(), i18n.language)}
        </span>
        {job.error ? <p className={styles.note}>{job.error}</p> : null}
      </div>
      <div className={styles.actions}>
        <StateWord tone={TONES[job.status] ?? "stopped"}>
          {t(`agents.jobStates.${TONES[job.status] ?? "stopped"}` as "agents.jobStates.done")}
        </StateWord>
        {canAct && job.canCancel ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={cancel}
            aria-label={`${t("agents.jobCancel")}: ${job.title}`}
          >
            {t("agents.jobCancel")}
          </Button>
        ) : null}
        {canAct && job.canRetry ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={again}
            aria-label={`${t("agents.jobAgain")}: ${job.title}`}
          >
            {t("agents.jobAgain")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
