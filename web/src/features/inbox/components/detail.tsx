import { lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import type { InboxItemInfo } from "@/api/schema";
import { withWords } from "@/i18n";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

const ApprovalDetail = lazy(() => import("./approval-detail"));
const ProposalDetail = lazy(() => withWords(() => import("./proposal-detail")));

const ToolsDetail = lazy(() => withWords(() => import("./tools-detail")));

const StopDetail = lazy(() => withWords(() => import("./stop-detail")));

/** What one item is about: exactly what will happen, who asks, with whose authority, until when. */
export function InboxDetail({ item }: { item: InboxItemInfo | null }) {
  const { t } = useTranslation();
  if (!item) return <p className={styles.none}>{t("inbox.pick")}</p>;
  return (
    <section className={styles.detail} aria-labelledby="inbox-item">
      <Suspense fallback={<PlainDetail item={item} />}>
        {item.kind === "approval" ? (
          <ApprovalDetail item={item} />
        ) : item.kind === "proposal" ? (
          <ProposalDetail item={item} />
        ) : item.kind === "budget" ? (
          <StopDetail item={item} />
        ) : item.kind === "mcp" ? (
          <ToolsDetail item={item} />
        ) : (
          <PlainDetail item={item} />
        )}
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
