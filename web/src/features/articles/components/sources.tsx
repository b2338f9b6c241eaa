import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleSourceInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { StateWord } from "@/ui/state-word";
import { plannedFor } from "../choice";
import { quotedIn } from "../claims";
import { type Report, usesOf } from "../model";
import styles from "./sources.module.css";

export interface Choosing {
  /** Ids of the sources that the plan is to be made from. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

interface SourcesProps {
  /** Unknown until they were asked for. */
  sources: ArticleSourceInfo[] | undefined;
  report: Report | null;
  picked: number | null;
  /** The plan that waits: nothing is written from it yet. */
  plan: string | null;
  onPick: (source: number) => void;
  /** While the plan waits: which of them it may use. */
  choosing: Choosing | null;
  /** What stands below them. */
  rest?: ReactNode;
}

/** The sources by number, each with the sentences that use it and its own words. */
export function Sources({ sources, report, picked, plan, onPick, choosing, rest }: SourcesProps) {
  const { t } = useTranslation();
  const uses = usesOf(report);
  const ordered = [...(sources ?? [])].sort((left, right) => left.number - right.number);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <aside className={styles.sources} aria-label={t("articles.sources")} tabIndex={0}>
      <h2 className={styles.head}>
        {t("articles.sources")}{" "}
        <span>
          {choosing
            ? t("articles.inUse", { used: choosing.chosen.length, all: ordered.length })
            : sources?.length}
        </span>
      </h2>
      {ordered.map((one) => (
        <div key={one.id} className={styles.row}>
          {choosing ? <Tick {...choosing} source={one} /> : null}
          <details
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
                  {plan === null
                    ? t("articles.usedBy", { count: uses.get(one.number)?.length ?? 0 })
                    : t("articles.plannedFor", plannedFor(plan, one.number))}
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
        </div>
      ))}
      {rest}
      {sources?.length === 0 ? <p className={styles.told}>{t("articles.noSources")}</p> : null}
    </aside>
  );
}

function Tick({ chosen, onChoose, source }: Choosing & { source: ArticleSourceInfo }) {
  const { t } = useTranslation();
  const isChosen = chosen.includes(source.id);
  const changed = isChosen ? chosen.filter((id) => id !== source.id) : [...chosen, source.id];
  return (
    <label className={styles.tick}>
      <input
        type="checkbox"
        aria-label={t("articles.useSource", { number: source.number, name: source.sourceName })}
        checked={isChosen}
        // A plan is made from something.
        disabled={isChosen && chosen.length === 1}
        onChange={() => onChoose(changed)}
      />
    </label>
  );
}
