import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Pause, Pencil, Play, Plus, RotateCw, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { AgentDetail, NewScheduleBody, ScheduleInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { momentIn } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { StateWord } from "@/ui/state-word";
import { schedulesQuery } from "../queries";
import { useRhythmWords } from "../use-rhythm-words";
import styles from "./agent.module.css";
import { ScheduleForm } from "./schedule-form";

/** What the agent is asked by the clock: each with its next time, and the ways to change or end it. */
export function Schedule({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const all = useQuery(schedulesQuery).data;
  const [isAdding, setAdding] = useState(false);
  const permissions = useQuery(sessionQuery).data?.permissions ?? [];
  const own = (all ?? []).filter((schedule) => schedule.agent === agent.slug);
  const add = async (body: Omit<NewScheduleBody, "agent">) => {
    await unwrap(api.POST("/api/schedules", { body: { ...body, agent: agent.slug } }));
    notify({ tone: "done", text: t("agents.scheduled") });
    setAdding(false);
    await client.invalidateQueries({ queryKey: keys.schedules });
  };
  if (!all) return null;
  return (
    <>
      <h3 className={styles.groupHead}>{t("agents.scheduleHead")}</h3>
      <p className={styles.note}>{t("agents.scheduleText", { name: agent.name })}</p>
      {own.length > 0 ? (
        <ul aria-label={t("agents.schedule")}>
          {own.map((schedule) => (
            <Row key={schedule.id} schedule={schedule} permissions={permissions} />
          ))}
        </ul>
      ) : null}
      {isAdding ? (
        <ScheduleForm
          schedule={null}
          keepAs={`schedule/${agent.slug}`}
          onSend={add}
          onBack={() => setAdding(false)}
        />
      ) : permissions.includes("actions.team.create") ? (
        <div className={styles.add}>
          <Button icon={Plus} onClick={() => setAdding(true)}>
            {t("agents.addSchedule")}
          </Button>
        </div>
      ) : null}
    </>
  );
}

function Row({ schedule, permissions }: { schedule: ScheduleInfo; permissions: readonly string[] }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [isChanging, setChanging] = useState(false);
  const say = useRhythmWords();
  const params = { path: { schedule_id: schedule.id } };
  const change = async (body: Omit<NewScheduleBody, "agent">) => {
    await unwrap(api.PUT("/api/schedules/{schedule_id}", { params, body }));
    notify({ tone: "done", text: t("agents.scheduled") });
    setChanging(false);
    await client.invalidateQueries({ queryKey: keys.schedules });
  };
  if (isChanging) {
    return (
      <li className={styles.version}>
        <ScheduleForm
          schedule={schedule}
          keepAs={`schedule/${schedule.id}`}
          onSend={change}
          onBack={() => setChanging(false)}
        />
      </li>
    );
  }
  const time = (at: string) => momentIn(schedule.timeZone, at, i18n.language);
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <p className={styles.task}>{schedule.task}</p>
        <p className={styles.field}>
          {say(schedule)}
          {schedule.nextAt ? ` · ${t("agents.nextAt", { time: time(schedule.nextAt) })}` : ""}
          {schedule.lastAt ? ` · ${t("agents.lastAt", { time: time(schedule.lastAt) })}` : ""}
          {schedule.personName ? ` · ${t("agents.asWho", { name: schedule.personName })}` : ""}
        </p>
        {schedule.isPaused ? <StateWord tone="stopped">{t("agents.resting")}</StateWord> : null}
      </div>
      <Actions schedule={schedule} permissions={permissions} onChange={() => setChanging(true)} />
    </li>
  );
}

interface ActionsProps {
  schedule: ScheduleInfo;
  permissions: readonly string[];
  onChange: () => void;
}

function Actions({ schedule, permissions, onChange }: ActionsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const params = { path: { schedule_id: schedule.id } };
  const refresh = () => client.invalidateQueries({ queryKey: keys.schedules });
  const run = () =>
    act(async () => {
      const { runId } = await unwrap(api.POST("/api/schedules/{schedule_id}/run", { params }));
      await refresh();
      await navigate({ to: "/runs/$runId", params: { runId } });
    });
  const rest = () =>
    act(async () => {
      const body = { isPaused: !schedule.isPaused };
      await unwrap(api.PUT("/api/schedules/{schedule_id}", { params, body }));
      await refresh();
    });
  const bringBack = () =>
    act(async () => {
      const { agent, task, cron, timeZone, projectId } = schedule;
      await unwrap(api.POST("/api/schedules", { body: { agent, task, cron, timeZone, projectId } }));
      await refresh();
    });
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/schedules/{schedule_id}", { params }));
      notify({
        tone: "done",
        text: t("agents.unscheduled"),
        action: { label: t("agents.undo"), run: () => void bringBack() },
      });
      await refresh();
    });
  const named = { task: schedule.task };
  return (
    <div className={styles.actions}>
      {permissions.includes("actions.team.run") ? (
        <IconButton
          small
          icon={RotateCw}
          name={t("agents.runNow", named)}
          disabled={isBusy}
          onClick={() => run()}
        />
      ) : null}
      {permissions.includes("actions.team.update") ? (
        <>
          <IconButton
            small
            icon={schedule.isPaused ? Play : Pause}
            name={t(schedule.isPaused ? "agents.goOn" : "agents.rest", named)}
            disabled={isBusy}
            onClick={() => rest()}
          />
          <IconButton small icon={Pencil} name={t("agents.changeSchedule", named)} onClick={onChange} />
        </>
      ) : null}
      {permissions.includes("actions.team.delete") ? (
        <IconButton
          small
          icon={Trash2}
          name={t("agents.removeSchedule", named)}
          disabled={isBusy}
          onClick={() => remove()}
        />
      ) : null}
    </div>
  );
}
