import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { moment } from "@/lib/format";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import type { InboxItem } from "../model";
import styles from "./detail.module.css";

/** What one item is about: who asks, in which run, since when. */
export function InboxDetail({ item }: { item: InboxItem | null }) {
  const { t, i18n } = useTranslation();
  if (!item) return <p className={styles.none}>{t("inbox.pick")}</p>;
  return (
    <section className={styles.detail} aria-labelledby="inbox-item">
      <Link to="/inbox" search={(before) => ({ ...before, item: undefined })} className={styles.back}>
        <Icon of={ArrowLeft} /> {t("inbox.back")}
      </Link>
      <h2 id="inbox-item" className={styles.title}>
        {t("inbox.runWaits", { agent: item.agent, title: item.title })}
      </h2>
      <dl className={styles.facts}>
        <dt>{t("inbox.askedBy")}</dt>
        <dd>{item.agent}</dd>
        <dt>{t("inbox.started")}</dt>
        <dd>{moment(item.at, Date.now(), i18n.language)}</dd>
      </dl>
      <Link to="/runs/$runId" params={{ runId: item.runId }} className={buttonClass()}>
        {t("inbox.openRun")}
      </Link>
    </section>
  );
}
