import { type ComponentType, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { InboxItemInfo } from "@/api/schema";
import { withWords } from "@/i18n";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

/** By kind of item: what it shows and lets one decide. A kind that is not here shows its sentence alone. */
const DETAILS: Record<string, ComponentType<{ item: InboxItemInfo }>> = {
  approval: lazy(() => import("./approval-detail")),
  proposal: lazy(() => withWords(() => import("./proposal-detail"))),
  submission: lazy(() => withWords(() => import("./submission-detail"))),
  budget: lazy(() => withWords(() => import("./stop-detail"))),
  mcp: lazy(() => withWords(() => import("./tools-detail"))),
};

/** What one item is about: exactly what will happen, who asks, with whose authority, until when. */
export function InboxDetail({ item }: { item: InboxItemInfo | null }) {
  const { t } = useTranslation();
  if (!item) return <p className={styles.none}>{t("inbox.pick")}</p>;
  const Detail = DETAILS[item.kind] ?? PlainDetail;
  return (
    <section className={styles.detail} aria-labelledby="inbox-item">
      <Suspense fallback={<PlainDetail item={item} />}>
        <Detail item={item} />
      </Suspense>
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
