import { useTranslation } from "react-i18next";
import type { ArticleSourceInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { StateWord } from "@/ui/state-word";
import { quotedIn } from "../claims";
import { type Report, usesOf } from "../model";
import styles from "./sources.module.css";

interface SourcesProps {
  /** Unknown until they were asked for. */
  sources: ArticleSourceInfo[] | undefined;
  report: Report | null;
  picked: number | null;
  onPick: (source: number) => void;
}

/** The sources by number, each with the sentences that use it and its own words. */
export function Sources({ sources, report, picked, onPick }: SourcesProps) {
  const { t } = useTranslation();
  const uses = usesOf(report);
  const ordered = [...(sources ?? [])].sort((left, right) => left.number - right.number);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <aside className={styles.sources} aria-label={t("articles.sources")} tabIndex={0}>
      <h2 className={styles.head}>
        {t("articles.sources")} <span>{sources?.length}</span>
      </h2>
      {ordered.map((one) => (
        <details
          key={one.id}
          className={classes(styles.one, one.number === picked && styles.on)}
          open={one.number === picked}
          onToggle={(event) => (event.currentTarget.open ? onPick(one.number) : undefined)}
        >
          <summary>
            <span className={styles.number}>{one.number}</span>
            <span className={styles.name}>
              {one.sourceName}
              <span className={styles.told}>
                {t(`articles.sourceKinds.${one.sourceType as "web"}`)},{" "}
                {t("articles.usedBy", { count: uses.get(one.number)?.length ?? 0 })}
              </span>
            </span>
          </summary>
          {/^https?:/.test(one.sourceUrl) ? (
            <a className={styles.told} href={one.sourceUrl} target="_blank" rel="noreferrer">
              {one.sourceUrl}
            </a>
          ) : null}
          {one.flags.length > 0 ? <StateWord tone="risk">{t("articles.flagged")}</StateWord> : null}
          <blockquote>
            {quotedIn(report, one).map(({ text, isQuoted, at }) =>
              isQuoted ? (
                <mark key={at} className={styles.quoted}>
                  {text}
                </mark>
              ) : (
                text
              ),
            )}
          </blockquote>
          {(uses.get(one.number) ?? []).map((sentence) => (
            <p key={sentence} className={styles.use}>
              {sentence}
            </p>
          ))}
        </details>
      ))}
      {sources?.length === 0 ? <p className={styles.told}>{t("articles.noSources")}</p> : null}
    </aside>
  );
}
