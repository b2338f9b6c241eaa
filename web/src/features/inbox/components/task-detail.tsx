import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { InboxItemInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import list from "./submission-detail.module.css";

/** A task that waits for this person: what is to do, and the words that it is done. */
export default function TaskDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const task = useQuery({
    queryKey: ["entities", "task", item.id],
    queryFn: () => unwrap(api.GET("/api/tasks/{task_id}", { params: { path: { task_id: item.id } } })),
  }).data;
  const close = (status: "completed" | "cancelled") =>
    act(async () => {
      const params = { path: { task_id: item.id } };
      await unwrap(api.PUT("/api/tasks/{task_id}", { params, body: { status } }));
      notify({ tone: "done", text: t(status === "completed" ? "inbox.taskDone" : "inbox.taskDropped") });
      await client.invalidateQueries({ queryKey: ["entities"] });
      await client.invalidateQueries({ queryKey: keys.inbox });
    });
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {task?.description ? <p className={list.words}>{task.description}</p> : null}
      </div>
      <div className={styles.foot}>
        <div className={list.actions}>
          <Button look="primary" busy={isBusy} onClick={() => close("completed")}>
            {t("inbox.taskComplete")}
          </Button>
          <Button disabled={isBusy} onClick={() => close("cancelled")}>
            {t("inbox.taskDrop")}
          </Button>
          <Link to="/records" search={{ task: item.id }} className={buttonClass("usual")}>
            {t("inbox.taskOpen")}
          </Link>
        </div>
      </div>
    </>
  );
}
