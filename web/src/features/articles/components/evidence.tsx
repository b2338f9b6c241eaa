import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail, EvidencePassage, FindingEvidence } from "@/api/schema";
import { Button } from "@/ui/button";
import { withSentence } from "../claims";
import type { Finding } from "../model";
import { editArticle, evidenceQuery } from "../queries";
import { useDesk } from "../use-desk";
import styles from "./evidence.module.css";

interface EvidenceProps {
  finding: Finding;
  article: ArticleDetail;
  onClose: () => void;
}

/** A finding beside its source: the nearest passage, why it fails, and what could stand instead. */
export function Evidence({ finding, article, onClose }: EvidenceProps) {
  const { t } = useTranslation();
  const { data } = useQuery(evidenceQuery(article, finding));
  const canEdit = !article.runId;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <aside className={styles.evidence} aria-label={t("articles.evidence")} tabIndex={0}>
      <header className={styles.head}>
        <h2>
          {t("articles.evidence")} <span>{t("articles.evidenceFor", { words: finding.detail })}</span>
        </h2>
        <Button small look="quiet" onClick={onClose}>
          {t("articles.backToSources")}
        </Button>
      </header>
      {data ? (
        <>
          <section>
            {data.nearest ? <Excerpt passage={data.nearest} /> : <p>{t("articles.evidenceNone")}</p>}
          </section>
          <Why evidence={data} />
          {canEdit && data.replacement ? <Instead {...{ article, finding, text: data.replacement }} /> : null}
          {canEdit ? <Others {...{ article, finding, others: data.others }} /> : null}
        </>
      ) : null}
    </aside>
  );
}

function Excerpt({ passage }: { passage: EvidencePassage }) {
  const { t } = useTranslation();
  const { excerpt, start, end } = passage;
  return (
    <>
      <h3>
        {passage.number} {passage.sourceName}
      </h3>
      <blockquote>
        {excerpt.slice(0, start)}
        <mark>{excerpt.slice(start, end)}</mark>
        {excerpt.slice(end)}
      </blockquote>
      <p className={styles.told}>{t("articles.evidenceNearest")}</p>
    </>
  );
}

function Why({ evidence }: { evidence: FindingEvidence }) {
  const { t } = useTranslation();
  const { numbers, names, nearest } = evidence;
  const told = (words: string[]) =>
    words.length > 0 ? t("articles.inNoSource", { words: words.join(", ") }) : t("articles.allFound");
  return (
    <section>
      <h3>{t("articles.whyFails")}</h3>
      <dl className={styles.why}>
        <dt>{t("articles.whyNumbers")}</dt>
        <dd>{told(numbers)}</dd>
        <dt>{t("articles.whyWords")}</dt>
        <dd>{t("articles.shareThere", { percent: Math.round((nearest?.share ?? 0) * 100) })}</dd>
        <dt>{t("articles.whyNames")}</dt>
        <dd>{told(names)}</dd>
      </dl>
      <p className={styles.told}>{t("articles.whyRules")}</p>
    </section>
  );
}

interface ChangeProps {
  article: ArticleDetail;
  finding: Finding;
}

/** Puts another sentence where the finding's stands; the version before stays. */
function useChange({ article, finding }: ChangeProps) {
  const { isBusy, act } = useDesk(article.id);
  const write = (sentence: string) =>
    void act(async () => {
      const content = withSentence(article.content, finding, sentence);
      await editArticle(article.id, { content, version: article.version } as never);
    });
  return { isBusy, write };
}

function Instead({ text, ...change }: ChangeProps & { text: string }) {
  const { t } = useTranslation();
  const { isBusy, write } = useChange(change);
  return (
    <section>
      <h3>{t("articles.ifTaken")}</h3>
      <p className={styles.prose}>
        <del>{change.finding.sentence}</del> <ins>{text.replace(/\s*\{\{ref:\d+\}\}/g, "")}</ins>
      </p>
      <Button small busy={isBusy} onClick={() => write(text)}>
        {t("articles.writeAsSource")}
      </Button>
    </section>
  );
}

function Others({ others, ...change }: ChangeProps & { others: EvidencePassage[] }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { isBusy, write } = useChange(change);
  if (!isOpen)
    return (
      <section>
        <Button small onClick={() => setOpen(true)}>
          {t("articles.lookForSource")}
        </Button>
      </section>
    );
  return (
    <section aria-live="polite">
      {others.some((one) => one.carries) ? null : <p>{t("articles.noSourceCarries")}</p>}
      {others.map((one) => (
        <div key={one.number} className={styles.other}>
          <h3>{t(one.carries ? "articles.carries" : "articles.tellsOf", { number: one.number })}</h3>
          <p className={styles.prose}>{one.excerpt.slice(one.start, one.end)}</p>
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={() => write(`${change.finding.sentence} {{ref:${one.number}}}`)}
          >
            {t("articles.citeIt", { number: one.number })}
          </Button>
        </div>
      ))}
    </section>
  );
}
