import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { percent } from "@/lib/format";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import { heldClaims } from "../claims";
import { blocking, type Finding, linkTally, type Report } from "../model";
import { articleKeys, humanityQuery, runArticle, tryLinks } from "../queries";
import { useDesk } from "../use-desk";
import { FindingDetail } from "./beside";
import styles from "./check.module.css";
import { Claims } from "./claims";

interface CheckProps {
  article: ArticleDetail;
  report: Report | null;
  shown: Finding | null;
  /** Its evidence, where there is no room for it beside the page. */
  evidence: ReactNode;
  onShow: (finding: Finding | null) => void;
  onPick: (source: number) => void;
}

/** The citation report, claim by claim, and phrases that read like a machine's. */
export function Check({ article, report, shown, evidence, onShow, onPick }: CheckProps) {
  const { t, i18n } = useTranslation();
  const humanity = useQuery({ ...humanityQuery(article.id, article.version), enabled: report !== null });
  if (!report) return null;
  const fails = blocking(report).length;
  const edits = humanity.data?.edits ?? [];
  return (
    <section className={styles.check} id="stage-check">
      <header className={styles.head}>
        <h2>{t("articles.stages.check")}</h2>
        <StateWord tone={fails > 0 ? "failed" : "done"}>
          {fails > 0
            ? t("articles.claimsFail", { count: fails })
            : t(report.unproved ? "articles.nothingAgainst" : "articles.holds")}
        </StateWord>
        {article.runId ? null : <Again article={article} />}
      </header>
      <p className={styles.tally}>
        <span>{t("articles.claims", { count: report.claims })}</span>
        <span>{t("articles.carried", { count: heldClaims(report).length })}</span>
        {fails > 0 ? <span>{t("articles.fails", { count: fails })}</span> : null}
        {report.unproved ? <span>{t("articles.unproved", { count: report.unproved })}</span> : null}
        <span>{t("articles.resolve", { resolved: report.resolved, references: report.references })}</span>
        <span>{t("articles.coverage", { share: percent(report.coverage, i18n.language) })}</span>
      </p>
      <ReadBy report={report} />
      <Links article={article} report={report} />
      <Claims {...{ article, report, shown, evidence, onShow, onPick }} />
      {edits.length > 0 ? (
        <details>
          <summary>{t("articles.phrases", { count: edits.length })}</summary>
          <ul className={styles.list}>
            {edits.map((edit) => (
              <li key={`${edit.start}${edit.rule}`} className={styles.phrase}>
                <q>{String(edit.text)}</q>
                <span className={styles.why}>
                  {String(edit.name)}.{" "}
                  {edit.suggestion ? `→ ${String(edit.suggestion)}` : String(edit.advice)}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

/** Has every sentence compared with its sources again, by the model that is set for it too. */
function Again({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const again = () =>
    void act(async () => {
      await runArticle(article.id, { mode: "steps", steps: ["checkCitations"] } as never);
    });
  return (
    <span className={styles.again}>
      <Button small icon={RefreshCw} busy={isBusy} onClick={again}>
        {t("articles.checkAgain")}
      </Button>
    </span>
  );
}

/** Who has read the claims: rules alone, or a model too. */
function ReadBy({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { models = [], lifted = [], read = 0, weighed = 0 } = report;
  return (
    <>
      <p className={styles.tally}>
        <span>
          {models.length > 0
            ? t("articles.readBy", { models: models.join(", "), read, count: weighed })
            : t("articles.readByRules")}
        </span>
        {report.readings?.trouble ? <span>{report.readings.trouble}</span> : null}
      </p>
      {lifted.length > 0 ? (
        <details>
          <summary>{t("articles.lifted", { count: lifted.length })}</summary>
          <ul className={styles.list}>
            {lifted.map((one) => (
              <li key={`${one.start}${one.kind}`} className={styles.phrase}>
                {one.sentence}
                <span className={styles.why}>
                  {t(`articles.findings.${one.kind as "number"}`)} <FindingDetail finding={one} />.{" "}
                  {t("articles.sourceSays", { quote: one.quote })}
                </span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </>
  );
}

/** How the addresses of the sources stand, and a way to try them again. */
function Links({ article, report }: { article: ArticleDetail; report: Report }) {
  const { t } = useTranslation();
  const { client, isBusy, act } = useDesk(article.id);
  const { tried, dead, unchecked } = linkTally(report);
  const again = () =>
    void act(async () => {
      client.setQueryData(articleKeys.one(article.id), await tryLinks(article.id));
    });
  return (
    <p className={styles.tally}>
      {tried > 0 ? <span>{t("articles.links", { count: tried })}</span> : null}
      {dead > 0 ? <span>{t("articles.linksDead", { count: dead })}</span> : null}
      {unchecked > 0 ? <span>{t("articles.linksUnchecked", { count: unchecked })}</span> : null}
      {article.runId ? null : (
        <Button small look="quiet" busy={isBusy} onClick={again}>
          {t("articles.tryLinks")}
        </Button>
      )}
    </p>
  );
}
