import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import { peopleQuery } from "@/api/people";
import type { TaskInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { PickField } from "@/ui/pick";
import styles from "../dialogs.module.css";

const AGENT = "agent:";

interface TaskFormProps {
  /** The task that is changed; without one a new task is made. */
  task?: TaskInfo;
  /** The record that a new task is about. */
  entityId?: string;
  onClose: () => void;
}

/** What is to be done, by whom and until when. */
export default function TaskForm({ task, entityId, onClose }: TaskFormProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [title, setTitle] = useState(task?.title ?? "");
  const [description, setDescription] = useState(task?.description ?? "");
  const [whom, setWhom] = useState(task?.agent ? `${AGENT}${task.agent}` : (task?.assignedTo ?? ""));
  const [due, setDue] = useState(task?.dueAt ? new Date(task.dueAt).toLocaleDateString("sv-SE") : "");
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const said = { title, description, ...doer(whom), dueAt: endOf(due) };
      const made = task
        ? await unwrap(
            api.PUT("/api/tasks/{task_id}", { params: { path: { task_id: task.id } }, body: said }),
          )
        : await unwrap(api.POST("/api/tasks", { body: { ...said, entityId: entityId ?? null } }));
      await client.invalidateQueries({ queryKey: ["entities"] });
      onClose();
      if (!task && !entityId) await navigate({ to: "/records", search: { task: made.id } });
    });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t(task ? "records.changeTask" : "records.newTask")}>
      <form onSubmit={send} className={styles.form}>
        <Field
          label={t("records.taskTitle")}
          value={title}
          required
          maxLength={300}
          onChange={({ target }) => setTitle(target.value)}
        />
        <Area
          label={t("records.taskAbout")}
          value={description}
          maxLength={20_000}
          onChange={({ target }) => setDescription(target.value)}
        />
        <Whom value={whom} onChange={setWhom} />
        <Field
          label={t("records.taskDueBy")}
          type="date"
          value={due}
          onChange={({ target }) => setDue(target.value)}
        />
        <Button type="submit" look="primary" busy={isBusy}>
          {t(task ? "records.save" : "records.makeTask")}
        </Button>
      </form>
    </Dialog>
  );
}

/** Return who is meant: an agent or a person, or neither. */
function doer(whom: string): { agent: string | null; assignedTo: string | null } {
  const isAgent = whom.startsWith(AGENT);
  return { agent: isAgent ? whom.slice(AGENT.length) : null, assignedTo: isAgent ? null : whom || null };
}

/** Return when a day is over for whoever writes it. */
function endOf(day: string): string | null {
  return day ? new Date(`${day}T23:59:00`).toISOString() : null;
}

/** An agent, a person, or whoever takes it. */
function Whom({ value, onChange }: { value: string; onChange: (whom: string) => void }) {
  const { t } = useTranslation();
  const agents = useQuery(agentsQuery).data ?? [];
  const seesPeople = useMay()("users.team.read");
  const people = useQuery({ ...peopleQuery, enabled: seesPeople }).data ?? [];
  return (
    <PickField
      label={t("records.taskFor")}
      value={value}
      onChange={onChange}
      options={[
        { value: "", label: t("records.forNobody") },
        ...people.map(({ person }) => ({ value: person.id, label: person.name })),
        ...agents.map((one) => ({ value: `${AGENT}${one.slug}`, label: one.name })),
      ]}
    />
  );
}
