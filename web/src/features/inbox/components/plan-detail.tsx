import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { InboxItemInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import { planText } from "@/lib/plan-text";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Keys } from "@/ui/keys";
import { Markdown } from "@/ui/markdown";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import list from "./submission-detail.module.css";

/** The plan of an article that waits for a word: its parts as they would be written, and the choices. */
export default function PlanDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const params = { path: { article_id: item.id } };
  const { data } = useQuery({
    queryKey: ["articles", "one", item.id],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}", { params })),
  });
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {data ? (
          <>
            <div className={styles.section}>
              <h3>{t("inbox.plan")}</h3>
            </div>
            <div className={list.plan}>
              <Markdown text={planText(data.skeleton)} />
            </div>
          </>
        ) : null}
      </div>
      <div className={styles.foot}>
        <Choices id={item.id} projectId={item.projectId} />
      </div>
    </>
  );
}

function Choices({ id, projectId }: { id: string; projectId: string | null }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const canApprove = useMay(projectId)("articles.own.approve");
  const open = useMemo<Command>(() => {
    const run = () => void navigate({ to: "/articles", search: { article: id } });
    return { id: "inbox.plan", label: t("inbox.planOpen"), group: "do", keys: ["Enter"], run };
  }, [t, navigate, id]);
  const approve = useMemo<Command>(() => {
    const run = () =>
      void act(async () => {
        const params = { path: { article_id: id } };
        await unwrap(
          api.POST("/api/articles/{article_id}/approve", { params, body: { skeletonContent: null } }),
        );
        notify({ tone: "done", text: t("inbox.planApproved") });
        await client.invalidateQueries({ queryKey: ["articles"] });
        await client.invalidateQueries({ queryKey: keys.inbox });
      });
    return { id: "inbox.approve", label: t("inbox.planApprove"), group: "do", keys: ["a"], run };
  }, [t, client, act, id]);
  useCommands(useMemo(() => (canApprove ? [open, approve] : [open]), [canApprove, open, approve]));
  return (
    <div className={list.actions}>
      {canApprove ? (
        <Button look="primary" keys="a" busy={isBusy} onClick={() => approve.run()}>
          {approve.label}
        </Button>
      ) : null}
      <Link to="/articles" search={{ article: id }} className={buttonClass("usual")}>
        {open.label} <Keys chord="Enter" />
      </Link>
    </div>
  );
}
