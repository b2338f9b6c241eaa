import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { classes } from "@/lib/classes";
import { Button } from "@/ui/button";
import { type Finding, modelOf, type Phrase, withoutSpan } from "../model";
import { editArticle } from "../queries";
import { toldBy } from "../told";
import { useDesk } from "../use-desk";
import styles from "./draft.module.css";

interface BesideProps {
  finding: Finding;
  article: ArticleDetail;
  canFix: boolean;
}

/** A finding at its sentence, with the plain ways to mend it: take the sentence out, or write the section again. */
export function Beside({ finding, article, canFix }: BesideProps) {
  const { t } = useTranslation();
  return (
    <div className={classes(styles.finding, finding.blocking && styles.blocking)}>
      <b>{t(`articles.findings.${finding.kind as "number"}`)}</b>
      <FindingDetail finding={finding} />
      <FoundBy finding={finding} />
      {canFix ? (
        <span>
          <TakeOut finding={finding} article={article} />
        </span>
      ) : null}
    </div>
  );
}

/** Takes the sentence of a finding out of the text; the version before stays. */
export function TakeOut({ finding, article }: { finding: Finding; article: ArticleDetail }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const takeOut = () =>
    void act(async () => {
      const content = withoutSpan(article.content, finding.start, finding.end);
      await editArticle(article.id, { content, version: article.version } as never);
    });
  return (
    <Button small look="quiet" busy={isBusy} onClick={takeOut}>
      {t("articles.takeOut")}
    </Button>
  );
}

/** What a finding is about: the words, or how much of the sentence its source has. */
export function FindingDetail({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const told = toldBy(finding);
  if (!told) return null;
  return "percent" in told ? <span>{t("articles.shareThere", told)}</span> : <q>{told.words}</q>;
}

/** Which model found it, and what the source says instead; nothing where rules did. */
export function FoundBy({ finding }: { finding: Finding }) {
  const { t } = useTranslation();
  const model = modelOf(finding);
  if (!model) return null;
  return (
    <span>
      {t("articles.foundBy", { model })}{" "}
      {finding.quote ? t("articles.sourceSays", { quote: finding.quote }) : null}
    </span>
  );
}

interface PhraseProps {
  phrase: Phrase;
  article: ArticleDetail;
  canEdit: boolean;
}

/** A phrase that reads like a machine's, at its sentence, with the plainer words where there are some. */
export function PhraseBeside({ phrase, article, canEdit }: PhraseProps) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const take = () =>
    void act(async () => {
      const { start, end, suggestion } = phrase;
      const content = article.content.slice(0, start) + (suggestion ?? "") + article.content.slice(end);
      await editArticle(article.id, { content, version: article.version } as never);
    });
  return (
    <div className={classes(styles.finding, styles.phrase)}>
      <q>{phrase.text.trim()}</q>
      <span>
        {phrase.name}. {phrase.suggestion ? `→ ${phrase.suggestion}` : phrase.advice}
      </span>
      {canEdit && phrase.suggestion ? (
        <span>
          <Button small look="quiet" busy={isBusy} onClick={take}>
            {t("articles.take")}
          </Button>
        </span>
      ) : null}
    </div>
  );
}
