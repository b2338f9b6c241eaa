import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { TaskInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { type StateTone, StateWord } from "@/ui/state-word";
import { tasksQuery } from "../queries";
import styles from "../screen.module.css";

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
      <h2 className={styles.title}>{t("records.tasks")}</h2>
      {roots.length === 0 ? <p className={styles.muted}>{t("records.noTasks")}</p> : null}
      {roots.map((task) => (
        <Task key={task.id} task={task} tasks={tasks} />
      ))}
    </div>
  );
}

/** A task with what is done about it, and those it is divided into. */
export function Task({ task, tasks }: { task: TaskInfo; tasks: TaskInfo[] }) {
  const { t } = useTranslation();
  const agentName = useAgentName();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canChange = useMay()("tasks.team.update");
  const isOpen = !["completed", "failed", "cancelled"].includes(task.status);
  const children = tasks.filter(({ parentId }) => parentId === task.id);
  const complete = () =>
    act(async () => {
      await unwrap(
        api.PUT("/api/tasks/{task_id}", {
          params: { path: { task_id: task.id } },
          body: { status: "completed" },
        }),
      );
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <section>
      <div className={styles.line} data-task={task.parentId ? "part" : ""}>
        <StateWord tone={TONES[task.status] ?? "waiting"}>
          {t(`records.taskStates.${task.status as "open"}`)}
        </StateWord>
        <Link to="/records" search={{ task: task.id }}>
          {task.title}
        </Link>
        <span className={styles.from}>{task.agent ? agentName(task.agent) : ""}</span>
        {isOpen && canChange && task.status !== "blocked" ? (
          <div className={styles.acts}>
            <Button
              small
              busy={isBusy}
              onClick={complete}
              aria-label={t("records.completeThis", { title: task.title })}
            >
              {t("records.complete")}
            </Button>
          </div>
        ) : null}
      </div>
      {children.map((child) => (
        <Task key={child.id} task={child} tasks={tasks} />
      ))}
    </section>
  );
}
