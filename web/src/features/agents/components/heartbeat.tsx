import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, BeatInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { type StateTone, StateWord } from "@/ui/state-word";
import { beatsQuery, heartbeatsQuery } from "../queries";
import { useRhythmWords } from "../use-rhythm-words";
import styles from "./agent.module.css";

/** When the agent works by the clock, and what came of each beat. */
export function HeartbeatPart({ agent }: { agent: AgentDetail }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const may = useMay();
  const own = useQuery(heartbeatsQuery).data?.find((one) => one.agent === agent.slug);
  const beats = useQuery(beatsQuery(agent.slug)).data ?? [];
  const rhythm = useRhythmWords();
  const isOn = own?.status === "active";
  const path = { slug: agent.slug };
  const refresh = () => client.invalidateQueries({ queryKey: keys.schedules });
  const turn = () =>
    act(async () => {
      await unwrap(api.PUT("/api/agents/{slug}/heartbeat", { params: { path }, body: { enabled: !isOn } }));
      await refresh();
    });
  const run = () =>
    act(async () => {
      await unwrap(api.POST("/api/agents/{slug}/run", { params: { path } }));
      await refresh();
    });
  return (
    <section className={styles.group}>
      <h3 className={styles.groupHead}>{t("agents.beat")}</h3>
      <div className={styles.beat}>
        <p>
          {isOn && own?.nextRunAt
            ? t("agents.beatNext", {
                at: moment(own.nextRunAt, Date.now(), i18n.language),
                rhythm: rhythm({ cron: own.schedule, timeZone: own.zone }),
              })
            : t("agents.beatRests")}{" "}
          <span className={styles.note}>{t("agents.beatText")}</span>
        </p>
        {may("actions.team.update") ? (
          <Button small busy={isBusy} onClick={turn}>
            {isOn ? t("agents.beatOff") : t("agents.beatOn")}
          </Button>
        ) : null}
        {may("agents.team.run") ? (
          <Button small look="quiet" disabled={isBusy} onClick={run}>
            {t("agents.beatNow")}
          </Button>
        ) : null}
      </div>
      <ul aria-label={t("agents.beat")}>
        {beats.slice(0, 8).map((beat) => (
          <Beat key={beat.id} beat={beat} />
        ))}
      </ul>
    </section>
  );
}

const TONES: Record<string, StateTone> = {
  running: "running",
  completed: "done",
  failed: "failed",
  timeout: "failed",
  skipped: "stopped",
};

function Beat({ beat }: { beat: BeatInfo }) {
  const { t, i18n } = useTranslation();
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <StateWord tone={TONES[beat.status] ?? "stopped"}>
          {t(`agents.beatStates.${beat.status as "running"}`)}
        </StateWord>{" "}
        {beat.skipReason
          ? t(`agents.beatReasons.${beat.skipReason as "no_work"}`)
          : beat.output.slice(0, 160)}
      </div>
      <span className={styles.note}>{moment(beat.scheduledFor, Date.now(), i18n.language)}</span>
    </li>
  );
}
