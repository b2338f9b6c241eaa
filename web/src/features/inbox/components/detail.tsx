import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import type { InboxItemInfo } from "@/api/schema";
import { withWords } from "@/i18n";
import { later } from "@/ui/later";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

/** By kind of item: what it shows and lets one decide. A kind that is not here shows its sentence alone. */
const DETAILS: Record<string, ComponentType<{ item: InboxItemInfo }>> = {
  approval: later(() => withWords(() => import("./approval-detail")), PlainDetail),
  proposal: later(() => withWords(() => import("./proposal-detail")), PlainDetail),
  submission: later(() => withWords(() => import("./submission-detail")), PlainDetail),
  article: later(() => withWords(() => import("./plan-detail")), PlainDetail),
  task: later(() => withWords(() => import("./task-detail")), PlainDetail),
  budget: later(() => withWords(() => import("./stop-detail")), PlainDetail),
  mcp: later(() => withWords(() => import("./tools-detail")), PlainDetail),
};

/** What one item is about: exactly what will happen, who asks, with whose authority, until when. */
export function InboxDetail({ item }: { item: InboxItemInfo | null }) {
  const { t } = useTranslation();
  if (!item) return <p className={styles.none}>{t("inbox.pick")}</p>;
  const Detail = DETAILS[item.kind] ?? PlainDetail;
  return (
    <section className={styles.detail} aria-labelledby="inbox-item">
      <Detail item={item} />
    </section>
  );
}

function PlainDetail({ item }: { item: InboxItemInfo }) {
  return (
    <div className={styles.scroll}>
      <DetailHead item={item} />
    </div>
  );
}
