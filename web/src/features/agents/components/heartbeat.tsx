import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, BeatInfo, HeartbeatInfo } from "@/api/schema";
import { duration, moment, money } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { MenuChoice } from "@/ui/menu";
import { type StateTone, StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { sentenceParts, WordMenu } from "@/ui/word-menu";
import { beatsSince, cameOf, halfHours } from "../beats";
import { beatsQuery, heartbeatsQuery } from "../queries";
import { useRhythmWords } from "../use-rhythm-words";
import styles from "./heartbeat.module.css";
import { useSave } from "./use-save";

const USUAL = "0 * * * *";
const RHYTHMS = ["*/15 * * * *", "*/30 * * * *", "*/30 7-19 * * *", USUAL, "0 7 * * *", "0 7 * * 1-5"];
const SHOWN = 12;

/** When the agent wakes up and what for, as one sentence; the beats of today, and what came of each. */
export function HeartbeatPart({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const may = useMay();
  const own = useQuery(heartbeatsQuery).data?.find((one) => one.agent === agent.slug);
  const beats = useQuery(beatsQuery(agent.slug)).data ?? [];
  const isOn = own?.status === "active";
  const path = { slug: agent.slug };
  const refresh = () => client.invalidateQueries({ queryKey: keys.schedules });
  const set = (enabled: boolean, schedule?: string) =>
    act(async () => {
      const body = schedule ? { enabled, schedule } : { enabled };
      await unwrap(api.PUT("/api/agents/{slug}/heartbeat", { params: { path }, body }));
      await refresh();
    });
  const run = () =>
    act(async () => {
      await unwrap(api.POST("/api/agents/{slug}/run", { params: { path } }));
      await refresh();
    });
  return (
    <section className={styles.whole}>
      <div className={styles.head}>
        <h3>{t("agents.beat")}</h3>
        <small>{t("agents.beatNote")}</small>
        {may("agents.team.run") ? (
          <Button small disabled={isBusy} onClick={run}>
            {t("agents.beatNow")}
          </Button>
        ) : null}
        {may("actions.team.update") ? (
          <Button small busy={isBusy} onClick={() => set(!isOn)}>
            {isOn ? t("agents.beatOff") : t("agents.beatOn")}
          </Button>
        ) : null}
      </div>
      {isOn && own ? (
        <Rhythm agent={agent} own={own} onRhythm={(schedule) => void set(true, schedule)} />
      ) : (
        <p className={styles.rests}>
          {t("agents.beatRests")} <span>{t("agents.beatText")}</span>
        </p>
      )}
      {beats.length > 0 ? <Day beats={beats} /> : null}
      {beats.length > 0 || isOn ? (
        <Beats beats={beats} next={isOn ? (own?.nextRunAt ?? null) : null} />
      ) : null}
      <p className={styles.rule}>{t("agents.beatRule")}</p>
    </section>
  );
}

interface RhythmProps {
  agent: AgentDetail;
  own: HeartbeatInfo;
  onRhythm: (schedule: string) => void;
}

function Rhythm({ agent, own, onRhythm }: RhythmProps) {
  const { t } = useTranslation();
  const said = useRhythmWords();
  const save = useSave(agent);
  const { act } = useAct();
  const may = useMay();
  const beat = agent.config.heartbeat ?? {};
  const put = (change: typeof beat) =>
    void act(() => save({ config: { ...agent.config, heartbeat: { ...beat, ...change } } }));
  const lower = (text: string) => text.slice(0, 1).toLocaleLowerCase() + text.slice(1);
  const when = (cron: string) => lower(said({ cron, timeZone: own.zone }));
  const word = <T extends string>(
    key: string,
    value: T,
    options: [T, string][],
    onChange: (next: T) => void,
  ) => {
    const told = options.find(([one]) => one === value)?.[1] ?? value;
    if (!may("actions.team.update") || !may("agents.team.update")) return <b key={key}>{told}</b>;
    const label = t(`agents.${key as "beatWhen"}`);
    return (
      <WordMenu key={key} word={told} label={label}>
        <MenuChoice
          label={label}
          value={value}
          options={options.map(([one, text]) => ({ value: one, label: text }))}
          onChange={onChange}
        />
      </WordMenu>
    );
  };
  const crons = RHYTHMS.includes(own.schedule) ? RHYTHMS : [own.schedule, ...RHYTHMS];
  const parts: ReactNode[] = [
    word(
      "beatWhen",
      own.schedule,
      crons.map((cron) => [cron, when(cron)]),
      onRhythm,
    ),
    word(
      "beatLooks",
      beat.scanGoalsAndTasks ? "goals" : "tasks",
      [
        ["tasks", t("agents.beatTasks")],
        ["goals", t("agents.beatGoals")],
      ],
      (next) => put({ scanActions: true, scanGoalsAndTasks: next === "goals" }),
    ),
    word(
      "beatMode",
      beat.mode ?? "light",
      [
        ["light", t("agents.beatLight")],
        ["full", t("agents.beatFull")],
      ],
      (mode) => put({ mode }),
    ),
  ];
  return (
    <div className={styles.sentence}>
      {sentenceParts(t("agents.beatSentence")).map((part) =>
        typeof part === "number" ? parts[part] : <span key={part}>{part}</span>,
      )}
    </div>
  );
}

/** Today in half hours: which had a beat, and what came of it. */
function Day({ beats }: { beats: BeatInfo[] }) {
  const { t, i18n } = useTranslation();
  const midnight = new Date().setHours(0, 0, 0, 0);
  const today = beatsSince(beats, midnight);
  const of = (came: string) => today.filter((beat) => cameOf(beat) === came);
  const cost = money(
    today.reduce((sum, { costMicros = 0 }) => sum + costMicros, 0),
    i18n.language,
  );
  if (today.length === 0) return null;
  return (
    <figure className={styles.day}>
      <div className={styles.slots} aria-hidden="true">
        {halfHours(beats, midnight).map((came, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: half hours have no name but their place
          <i key={at} data-came={came ?? undefined} />
        ))}
      </div>
      <div className={styles.hours} aria-hidden="true">
        {["00:00", "06:00", "12:00", "18:00"].map((hour) => (
          <span key={hour}>{hour}</span>
        ))}
      </div>
      <figcaption>
        <span className="hidden-text">{t("agents.beatDay")}</span>
        <span data-came="worked">{t("agents.beatWorked", { count: of("worked").length, cost })}</span>
        <span data-came="idle">{t("agents.beatIdle", { count: of("idle").length })}</span>
        <span data-came="skipped">{t("agents.beatSkipped", { count: of("skipped").length })}</span>
      </figcaption>
    </figure>
  );
}

function Beats({ beats, next }: { beats: BeatInfo[]; next: string | null }) {
  const { t, i18n } = useTranslation();
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("agents.beat")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("agents.beatAt")}</th>
          <th scope="col">{t("agents.beatWhat")}</th>
          <th scope="col">{t("agents.beatState")}</th>
          <th scope="col" className={`${cell.number} ${cell.wide}`}>
            {t("agents.beatTook")}
          </th>
          <th scope="col" className={`${cell.number} ${cell.wide}`}>
            {t("agents.beatCost")}
          </th>
        </tr>
      </thead>
      <tbody>
        {next ? (
          <tr>
            <td className={cell.muted}>{moment(next, Date.now(), i18n.language)}</td>
            <td className={`${cell.fill} ${cell.muted}`}>{t("agents.beatDue")}</td>
            <td />
            <td className={cell.wide} />
            <td className={cell.wide} />
          </tr>
        ) : null}
        {beats.slice(0, SHOWN).map((beat) => (
          <Beat key={beat.id} beat={beat} />
        ))}
      </tbody>
    </table>
  );
}

const TONES: Record<string, StateTone> = {
  running: "running",
  completed: "good",
  failed: "failed",
  timeout: "failed",
  skipped: "paused",
};

function Beat({ beat }: { beat: BeatInfo }) {
  const { t, i18n } = useTranslation();
  const state = t(`agents.beatStates.${beat.status as "running"}`);
  const took = beat.endedAt ? Date.parse(beat.endedAt) - Date.parse(beat.startedAt) : null;
  const told = beat.skipReason
    ? t(`agents.beatReasons.${beat.skipReason as "no_work"}`)
    : beat.output || beat.error || state;
  return (
    <tr>
      <td>{moment(beat.scheduledFor, Date.now(), i18n.language)}</td>
      <td className={cell.fill}>
        {beat.runId ? (
          <Link to="/runs/$runId" params={{ runId: beat.runId }}>
            {told.slice(0, 160)}
          </Link>
        ) : (
          told
        )}{" "}
        {beat.missed > 0 ? <small>{t("agents.beatMissed", { count: beat.missed })}</small> : null}
      </td>
      <td>
        {/* An idle beat is the normal case: no glyph, no colour. */}
        {cameOf(beat) === "idle" ? (
          state
        ) : (
          <StateWord tone={TONES[beat.status] ?? "stopped"}>{state}</StateWord>
        )}
      </td>
      <td className={`${cell.number} ${cell.wide}`}>{took === null ? "" : duration(took, i18n.language)}</td>
      <td className={`${cell.number} ${cell.wide}`}>{money(beat.costMicros ?? 0, i18n.language)}</td>
    </tr>
  );
}
