import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { TaskInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { taskQuery } from "../queries";
import styles from "../screen.module.css";
import { StateOf, Task, TaskActs, Whose } from "./tasks";

/** One task: what is to do, for which record, what it is divided into and what came of it. */
export default function TaskPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const task = useQuery(taskQuery(id)).data;
  if (!task) return null;
  const parts: TaskInfo[] = task.children;
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h2 className={styles.title}>{task.title}</h2>
        <StateOf task={task} />
      </div>
      <Facts task={task} />
      {task.description ? <p>{task.description}</p> : null}
      <TaskActs task={task} isWhole />
      {parts.map((one) => (
        <Task key={one.id} task={one} tasks={parts} />
      ))}
      {task.output ? (
        <section className={styles.part}>
          <h3>{t("records.taskOutput")}</h3>
          <p>{task.output}</p>
        </section>
      ) : null}
      <Link to="/records" search={{ part: "tasks" }}>
        {t("records.allTasks")}
      </Link>
    </div>
  );
}

function Facts({ task }: { task: TaskInfo }) {
  const { t, i18n } = useTranslation();
  const now = Date.now();
  return (
    <p className={styles.muted}>
      <Whose task={task} />
      {task.agent || task.assignedTo || task.dueAt ? " · " : null}
      {t("records.taskBy", { name: task.createdBy, time: moment(task.createdAt, now, i18n.language) })}
      {task.entityId ? (
        <>
          {" · "}
          <Link to="/records" search={{ record: task.entityId }}>
            {t("records.taskRecord")}
          </Link>
        </>
      ) : null}
    </p>
  );
}
