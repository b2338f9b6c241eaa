import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { followView } from "@/api/run";
import type { PublicationChanges } from "@/api/schema";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Notice } from "@/ui/notice";
import { SkeletonRows } from "@/ui/skeleton";
import { useEditor } from "../editor";
import { publicationChangesQuery, publicationQuery, publish, rollBack, siteKeys } from "../queries";
import styles from "./publish.module.css";

const isPage = (path: string) => path.endsWith(".html");
const addressOf = (path: string) => `/${path.replace(/(^|\/)index\.html$/, "")}`;

/** What publishing would change, page by page; and the way back to the release before. */
export default function PublishDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { projectId, can } = useEditor();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [progress, setProgress] = useState("");
  const { data: now } = useQuery(publicationQuery(projectId));
  const { data: changes, error } = useQuery(publicationChangesQuery(projectId));
  const pages = changes?.written.filter(isPage) ?? [];
  const isSame = changes !== undefined && changes.written.length === 0 && changes.removed.length === 0;
  const back = async () => {
    const release = await rollBack(projectId);
    await client.invalidateQueries({ queryKey: siteKeys.all });
    notify({
      tone: "done",
      text: t("site.rolledBack", { when: moment(release.at, Date.now(), i18n.language) }),
    });
  };
  const go = () =>
    act(async () => {
      const { runId } = await publish(projectId);
      const ended = await followView({
        runId,
        signal: new AbortController().signal,
        publish: (view) => setProgress(view.progress?.text ?? ""),
      });
      if (ended.error) throw ended.error;
      await client.invalidateQueries({ queryKey: siteKeys.all });
      const undo = { label: t("site.undo"), run: () => void back() };
      notify({
        tone: "done",
        text: t("site.published", { count: pages.length }),
        ...(now?.current ? { action: undo } : {}),
      });
      onClose();
    });
  return (
    <Dialog open onOpenChange={onClose} title={t("site.publishTitle")} wide>
      <Changes error={error} changes={changes} pages={pages} />
      {now ? (
        <p className={styles.where}>
          {t("site.where")}{" "}
          <a href={now.path} target="_blank" rel="noreferrer">
            {now.address}
          </a>
          {now.current
            ? ` · ${t("site.since", { when: moment(now.current.at, Date.now(), i18n.language), who: now.current.by })}`
            : null}
        </p>
      ) : null}
      <div className={styles.actions}>
        {can.publish && !isSame ? (
          <Button look="primary" busy={isBusy} disabled={!changes} onClick={() => go()}>
            {t("site.publishPages", { count: pages.length })}
          </Button>
        ) : null}
        {can.publish && now?.previous ? (
          <Button look="quiet" disabled={isBusy} onClick={() => act(back)}>
            {t("site.rollBack", { when: moment(now.previous.at, Date.now(), i18n.language) })}
          </Button>
        ) : null}
        <Button look="quiet" onClick={onClose}>
          {t(isSame ? "site.close" : "site.cancel")}
        </Button>
        <span className={styles.progress} role="status">
          {progress}
        </span>
      </div>
    </Dialog>
  );
}

interface ChangesProps {
  error: Error | null;
  changes: PublicationChanges | undefined;
  pages: string[];
}

function Changes({ error, changes, pages }: ChangesProps) {
  const { t } = useTranslation();
  if (error)
    return (
      <Notice tone="danger" title={t("site.changesFailed")}>
        <p>{asApiError(error).message}</p>
      </Notice>
    );
  if (!changes) return <SkeletonRows rows={4} label={t("frame.loading")} />;
  const removed = changes.removed.length;
  const added = new Set(changes.added);
  const fresh = pages.filter((path) => added.has(path)).length;
  const others = changes.written.length - pages.length;
  const says = [
    fresh > 0 && t("site.willAppear", { count: fresh }),
    pages.length > fresh && t("site.willChange", { count: pages.length - fresh }),
    others > 0 && t("site.otherFiles", { count: others }),
    removed > 0 && t("site.filesGo", { count: removed }),
  ];
  return (
    <>
      <p className={styles.sum}>
        {changes.written.length + removed === 0
          ? t("site.nothingToPublish")
          : says.filter(Boolean).join(" · ")}
      </p>
      <ul className={styles.list}>
        {pages.map((path) => (
          <li key={path}>
            <Sign isNew={added.has(path)} /> {addressOf(path)}
          </li>
        ))}
        {changes.removed.filter(isPage).map((path) => (
          <li key={path}>
            <span className={styles.removed}>−</span> <del>{addressOf(path)}</del>
          </li>
        ))}
      </ul>
    </>
  );
}

function Sign({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  return (
    <span className={isNew ? styles.added : styles.changed}>
      {isNew ? "+" : "~"}
      <span className="hidden-text"> {t(isNew ? "site.pageNew" : "site.ops.change")}</span>
    </span>
  );
}
