import { useQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { NewScheduleBody, ScheduleInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { Area } from "@/ui/area";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import { cronOf, RHYTHMS, type Rhythm, rhythmOf, USUAL, weekdayName } from "../rhythm";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const NAMES = {
  hourly: "agents.hourly",
  daily: "agents.daily",
  weekdays: "agents.onWeekdays",
  weekly: "agents.weekly",
  monthly: "agents.monthly",
  own: "agents.ownCron",
} as const;

interface ScheduleFormProps {
  /** The schedule to change; null for a new one. */
  schedule: ScheduleInfo | null;
  /** A name under which what is typed survives a reload. */
  keepAs: string;
  onSend: (body: Omit<NewScheduleBody, "agent">) => Promise<void>;
  onBack: () => void;
}

/** What the agent is asked, in which project, and when. */
export function ScheduleForm({ schedule, keepAs, onSend, onBack }: ScheduleFormProps) {
  const { t } = useTranslation();
  const [rhythm, setRhythm] = useState<Rhythm>(schedule ? rhythmOf(schedule.cron) : USUAL);
  const [project, setProject] = useProjectChoice(schedule);
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const send = ({ task = "" }: Record<string, string>) =>
    onSend({
      task,
      cron: cronOf(rhythm),
      timeZone: schedule?.timeZone ?? ZONE,
      ...(schedule ? {} : { projectId: project || null }),
    });
  return (
    <Form
      action={t("agents.saveSchedule")}
      onSend={send}
      back={t("agents.cancel")}
      onBack={onBack}
      keepAs={keepAs}
    >
      <Area
        label={t("agents.task")}
        hint={t("agents.taskHint")}
        name="task"
        rows={4}
        maxLength={10_000}
        defaultValue={schedule?.task ?? ""}
        required
      />
      {schedule || projects.length === 0 ? null : (
        <PickField
          label={t("agents.inProject")}
          value={project}
          onChange={setProject}
          options={[
            { value: "", label: t("agents.noProject") },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
      <When rhythm={rhythm} zone={schedule?.timeZone ?? ZONE} onChange={setRhythm} />
    </Form>
  );
}

/** Begin with the project one has open. */
function useProjectChoice(schedule: ScheduleInfo | null) {
  const slug = useSearch({ strict: false, select: (search) => search.project });
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const open = projects.find((project) => project.slug === slug) ?? projects[0];
  return useState(schedule?.projectId ?? open?.id ?? "");
}

interface WhenProps {
  rhythm: Rhythm;
  zone: string;
  onChange: (rhythm: Rhythm) => void;
}

function When({ rhythm, zone, onChange }: WhenProps) {
  const { t, i18n } = useTranslation();
  const { kind } = rhythm;
  const set = (change: Partial<Rhythm>) => onChange({ ...rhythm, ...change });
  return (
    <>
      <PickField
        label={t("agents.howOften")}
        value={kind}
        onChange={(next) => set({ kind: next as Rhythm["kind"], cron: cronOf(rhythm) })}
        options={RHYTHMS.map((value) => ({ value, label: t(NAMES[value]) }))}
      />
      {kind === "weekly" ? (
        <PickField
          label={t("agents.weekday")}
          value={String(rhythm.weekday)}
          onChange={(next) => set({ weekday: Number(next) })}
          options={[1, 2, 3, 4, 5, 6, 0].map((day) => ({
            value: String(day),
            label: weekdayName(day, i18n.language),
          }))}
        />
      ) : null}
      {kind === "monthly" ? (
        <Field
          label={t("agents.dayOfMonth")}
          type="number"
          min={1}
          max={28}
          required
          value={rhythm.day}
          onChange={(event) => set({ day: Number(event.target.value) })}
        />
      ) : null}
      {kind === "own" ? (
        <Field
          label={t("agents.cron")}
          hint={t("agents.cronHint", { zone })}
          required
          maxLength={120}
          value={rhythm.cron}
          onChange={(event) => set({ cron: event.target.value })}
        />
      ) : (
        <Field
          label={t("agents.time")}
          hint={t("agents.timeHint", { zone })}
          type="time"
          required
          value={rhythm.time}
          onChange={(event) => set({ time: event.target.value })}
        />
      )}
    </>
  );
}
