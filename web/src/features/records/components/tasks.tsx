import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import { peopleQuery } from "@/api/people";
import type { TaskInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { type StateTone, StateWord } from "@/ui/state-word";
import { tasksQuery } from "../queries";
import styles from "../screen.module.css";

const TaskForm = later(() => import("./task-form"));
const CLOSED = ["completed", "failed", "cancelled"];
const TONES: Record<string, StateTone> = {
  open: "waiting",
  blocked: "paused",
  in_progress: "running",
  waiting_human: "waiting",
  completed: "done",
  failed: "failed",
  cancelled: "stopped",
};

/** Tasks and goals: what is to do, for whom, and what waits for what. */
export default function TasksPage() {
  const { t } = useTranslation();
  const tasks = useQuery(tasksQuery()).data ?? [];
  const roots = tasks.filter(({ parentId }) => !parentId);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("records.tasks")}</h2>
        <NewTask />
      </div>
      {roots.length === 0 ? <p className={styles.muted}>{t("records.noTasks")}</p> : null}
      {roots.map((task) => (
        <Task key={task.id} task={task} tasks={tasks} />
      ))}
    </div>
  );
}

/** Writes a new task, about a record where one is named. */
export function NewTask({ entityId }: { entityId?: string }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  if (!useMay()("tasks.team.create")) return null;
  return (
    <>
      <Button small look="quiet" icon={Plus} onClick={() => setOpen(true)}>
        {t("records.newTask")}
      </Button>
      {isOpen ? <TaskForm {...(entityId ? { entityId } : {})} onClose={() => setOpen(false)} /> : null}
    </>
  );
}

/** A task with what is done about it, and those it is divided into. */
export function Task({ task, tasks }: { task: TaskInfo; tasks: TaskInfo[] }) {
  const children = tasks.filter(({ parentId }) => parentId === task.id);
  return (
    <section>
      <div className={styles.line} data-task={task.parentId ? "part" : ""}>
        <StateOf task={task} />
        <Link to="/records" search={{ task: task.id }}>
          {task.title}
        </Link>
        <Whose task={task} />
        <TaskActs task={task} />
      </div>
      {children.map((child) => (
        <Task key={child.id} task={child} tasks={tasks} />
      ))}
    </section>
  );
}

/** How far a task is. */
export function StateOf({ task }: { task: TaskInfo }) {
  const { t } = useTranslation();
  return (
    <StateWord tone={TONES[task.status] ?? "waiting"}>
      {t(`records.taskStates.${task.status as "open"}`)}
    </StateWord>
  );
}

/** Who does it and until when. */
export function Whose({ task }: { task: TaskInfo }) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const seesPeople = useMay()("users.team.read");
  const people = useQuery({ ...peopleQuery, enabled: seesPeople && task.assignedTo !== null }).data ?? [];
  const person = people.find((one) => one.person.id === task.assignedTo)?.person.name;
  const due = task.dueAt && !CLOSED.includes(task.status) ? task.dueAt : null;
  const told = [
    task.agent ? agentName(task.agent) : person,
    due ? t("records.taskDue", { time: moment(due, Date.now(), i18n.language) }) : null,
  ];
  return <span className={styles.from}>{told.filter(Boolean).join(", ")}</span>;
}

/** Completes a task, calls it off, opens it again, or changes what it says. */
export function TaskActs({ task, isWhole = false }: { task: TaskInfo; isWhole?: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [isChanging, setChanging] = useState(false);
  if (!useMay()("tasks.team.update") || task.isApproval) return null;
  const { id, title } = task;
  const isOpen = !CLOSED.includes(task.status);
  const set = (status: "completed" | "cancelled" | "open") => () =>
    act(async () => {
      const params = { path: { task_id: id } };
      await unwrap(api.PUT("/api/tasks/{task_id}", { params, body: { status } }));
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return isOpen || isWhole ? (
    <div className={styles.acts}>
      {isOpen && task.status !== "blocked" ? (
        <Button
          small
          busy={isBusy}
          onClick={set("completed")}
          aria-label={t("records.completeThis", { title })}
        >
          {t("records.complete")}
        </Button>
      ) : null}
      {isWhole && isOpen ? (
        <>
          <Button small onClick={() => setChanging(true)} aria-label={t("records.changeThis", { title })}>
            {t("records.edit")}
          </Button>
          <Button
            small
            look="quiet"
            disabled={isBusy}
            onClick={set("cancelled")}
            aria-label={t("records.cancelThis", { title })}
          >
            {t("records.cancelTask")}
          </Button>
        </>
      ) : null}
      {isWhole && !isOpen ? (
        <Button small busy={isBusy} onClick={set("open")} aria-label={t("records.openThisAgain", { title })}>
          {t("records.openAgain")}
        </Button>
      ) : null}
      {isChanging ? <TaskForm task={task} onClose={() => setChanging(false)} /> : null}
    </div>
  ) : null;
}
