import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { InboxItemInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { useSentence } from "../sentence";
import styles from "./detail.module.css";
import { RunLine } from "./run-line";

/** The head every item shares: the way back on a phone, the sentence, who asks and until when. */
export function DetailHead({ item, by }: { item: InboxItemInfo; by?: string | undefined }) {
  const { t, i18n } = useTranslation();
  const sentence = useSentence();
  const name = useAgentName();
  const now = Date.now();
  return (
    <>
      <Link to="/inbox" search={(before) => ({ ...before, item: undefined })} className={styles.back}>
        <Icon of={ArrowLeft} /> {t("inbox.back")}
      </Link>
      <h2 id="inbox-item" className={styles.title}>
        {sentence(item)}
      </h2>
      <div className={styles.asked}>
        <span>
          {t(item.kind === "submission" ? "inbox.sentAt" : "inbox.askedBy", {
            agent: by ?? name(item.askedBy),
            time: moment(item.createdAt, now, i18n.language),
          })}
        </span>
        {item.runId ? <RunLine runId={item.runId} /> : null}
        {item.isWaiting && item.expiresAt ? (
          <span>{t("inbox.expires", { time: moment(item.expiresAt, now, i18n.language) })}</span>
        ) : null}
      </div>
    </>
  );
}
