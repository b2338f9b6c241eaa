import { Link } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { InboxItemInfo } from "@/api/schema";
import { buttonClass } from "@/ui/button";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

const ApprovalDetail = lazy(() => import("./approval-detail"));

/** What one item is about: exactly what will happen, who asks, with whose authority, until when. */
export function InboxDetail({ item }: { item: InboxItemInfo | null }) {
  const { t } = useTranslation();
  if (!item) return <p className={styles.none}>{t("inbox.pick")}</p>;
  return (
    <section className={styles.detail} aria-labelledby="inbox-item">
      <Suspense fallback={<PlainDetail item={item} />}>
        {item.kind === "approval" ? <ApprovalDetail item={item} /> : <PlainDetail item={item} />}
      </Suspense>
    </section>
  );
}

function PlainDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll}>
      <DetailHead item={item} />
      {item.kind === "proposal" ? (
        <p>
          <Link to="/review/$proposalId" params={{ proposalId: item.id }} className={buttonClass("primary")}>
            {t(item.isWaiting ? "inbox.review" : "inbox.look")}
          </Link>
        </p>
      ) : null}
    </div>
  );
}
