import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useCallback, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { moment } from "@/lib/format";
import { Button, buttonClass } from "@/ui/button";
import { later } from "@/ui/later";
import { useContent } from "../context";
import { toCome } from "../dates";
import { titleOf } from "../model";
import { type EntryNow, entryQuery } from "../queries";
import { useStatus } from "../use-status";
import styles from "./page-head.module.css";
import type { Scheduled } from "./schedule-dialog";
import { StatusMenu } from "./status-menu";

const ScheduleDialog = later(() => import("./schedule-dialog"));

/** What can be done with an entry as a whole: publish it now or by date, take it down, archive it. */
export function EntryActions({ entry }: { entry: string }) {
  const { projectId, model, locale, ref } = useContent();
  const wish = { projectId, model: model.id, kind: model.kind, entry, locale, ref };
  const { data } = useQuery(entryQuery(wish));
  return data && ref === null ? <Actions entry={entry} now={data} /> : null;
}

function Actions({ entry, now }: { entry: string; now: EntryNow }) {
  const { t, i18n } = useTranslation();
  const { model, locale, can } = useContent();
  const [isDating, setDating] = useState(false);
  const isPublished = now.meta.status === "published";
  const dateOf = (name: string) => (isPublished ? toCome(now.meta[name], Date.now()) : null);
  const of: Scheduled = {
    model: model.id,
    entry,
    locale: model.i18n ? locale : null,
    title: titleOf(model, now.data, entry),
    publishAt: dateOf("publish_at"),
    expireAt: dateOf("expire_at"),
  };
  return (
    <>
      {of.publishAt ? (
        <span className={styles.date}>
          {t("content.appears", { time: moment(of.publishAt, Date.now(), i18n.language) })}
        </span>
      ) : (
        <NowActions of={of} isPublished={isPublished} />
      )}
      {can.write ? <StatusMenu of={of} status={now.meta.status} onSchedule={() => setDating(true)} /> : null}
      {isDating ? <ScheduleDialog of={of} onClose={() => setDating(false)} /> : null}
    </>
  );
}

/** What takes effect at once, for an entry that waits for no date. */
function NowActions({ of, isPublished }: { of: Scheduled; isPublished: boolean }) {
  const { t } = useTranslation();
  const { slug, can } = useContent();
  const { isBusy, change } = useStatus();
  const { model, entry, locale } = of;
  const status = isPublished ? "draft" : "published";
  const only = locale ? { locale } : {};
  const act = useStable(() => void change({ model, entry, status, ...only }));
  const words = isPublished ? t("content.unpublishEntry") : t("content.publishEntry");
  useCommands(
    useMemo<Command[]>(
      () =>
        can.write
          ? [{ id: "content.publish", label: `${words}: ${of.title}`, group: "do", icon: Send, run: act }]
          : [],
      [can.write, words, of.title, act],
    ),
  );
  return (
    <>
      {isPublished ? (
        <Link
          to="/read/$project/$model/$entry"
          params={{ project: slug, model, entry }}
          search={only}
          className={buttonClass("usual")}
        >
          {t("content.seePublished")}
        </Link>
      ) : null}
      {can.write ? (
        <Button look={isPublished ? "usual" : "primary"} busy={isBusy} onClick={act}>
          {words}
        </Button>
      ) : null}
    </>
  );
}

/** Return a function that stays the same and does what the latest one does. */
function useStable(run: () => void): () => void {
  const latest = useRef(run);
  latest.current = run;
  return useCallback(() => latest.current(), []);
}
