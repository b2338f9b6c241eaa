import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { ResponseInfo } from "@/api/schema";
import { moment, percent } from "@/lib/format";
import { later } from "@/ui/later";
import type { Answered } from "../model";
import { documentQuery } from "../queries";
import styles from "../screen.module.css";

const Feedback = later(() => import("@/ui/run/feedback"));

/** The passage a value was read from. */
export function Quote({ response }: { response: ResponseInfo }) {
  const quotes = response.citations.map((one) => String(one.quote ?? "")).filter(Boolean);
  return quotes.length > 0 ? <blockquote className={styles.quote}>{quotes[0]}</blockquote> : null;
}

/** What stands behind one field: its document, the passage, who filled it and how sure that is. */
export function Evidence({ line }: { line: Answered }) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const { newest } = line;
  if (!newest) return null;
  const cited = newest.citations.find((one) => one.documentId);
  const facts = [
    [t("records.filledBy"), newest.agent ? agentName(newest.agent) : t("records.byHand")],
    [t("records.howSure"), newest.confidence === null ? "" : percent(newest.confidence, i18n.language)],
    [t("records.filledAt"), moment(newest.createdAt, Date.now(), i18n.language)],
  ].filter(([, value]) => value);
  return (
    <aside className={styles.evidence} aria-label={t("records.evidence")}>
      <h3 className={styles.evidenceHead}>
        {t("records.evidence")} <small>{t("records.forField", { field: line.label })}</small>
      </h3>
      <div className={styles.passage}>
        {cited?.documentId ? <Paper id={String(cited.documentId)} ord={Number(cited.ord ?? 0)} /> : null}
        <Quote response={newest} />
        {newest.citations.length === 0 ? <p className={styles.muted}>{t("records.noEvidence")}</p> : null}
      </div>
      <dl className={styles.filled}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
        {newest.runId ? (
          <div>
            <dt>{t("records.itsRun")}</dt>
            <dd>
              <Link to="/runs/$runId" params={{ runId: newest.runId }}>
                {t("records.openRun")}
              </Link>
            </dd>
          </div>
        ) : null}
      </dl>
      {newest.agent ? <Feedback key={newest.id} of="value" kind="response" id={newest.id} /> : null}
    </aside>
  );
}

/** The document that was cited; it opens at the piece. */
function Paper({ id, ord }: { id: string; ord: number }) {
  const paper = useInfiniteQuery(documentQuery(id, ord)).data?.pages[0];
  return (
    <p className={styles.paper}>
      {paper ? (
        <Link to="/records" search={{ document: id }} hash={String(ord)}>
          {paper.title}
        </Link>
      ) : null}
    </p>
  );
}
