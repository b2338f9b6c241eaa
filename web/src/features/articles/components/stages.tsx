import { useQuery } from "@tanstack/react-query";
import { Check, CircleAlert, CircleDashed, LoaderCircle, Lock, Stamp } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { classes } from "@/lib/classes";
import { money } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { blocking, type Report, type StageState, stagesOf } from "../model";
import { costsQuery } from "../queries";
import styles from "./stages.module.css";

const GLYPHS = { done: Check, now: LoaderCircle, waits: Stamp, failed: CircleAlert, later: CircleDashed };

interface StagesProps {
  article: ArticleDetail;
  report: Report | null;
  /** Id of the stage or part that is read now. */
  seen: string;
}

/** The sticky index: every stage with its state, the sections of the draft below it. It follows who reads. */
export function Stages({ article, report, seen }: StagesProps) {
  const { t, i18n } = useTranslation();
  const bar = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another current entry
  useEffect(() => {
    const current = bar.current?.querySelector<HTMLElement>("[aria-current]");
    // Only this bar moves: `scrollIntoView` would move the page with it.
    if (current)
      bar.current?.scrollTo({
        left: current.offsetLeft - (bar.current.clientWidth - current.offsetWidth) / 2,
        top: current.offsetTop - bar.current.clientHeight / 2,
      });
  }, [seen]);
  const isHere = (id: string) => (id === seen ? "location" : undefined);
  const { data: costs } = useQuery(costsQuery(article));
  const cost = costs?.costMicros ?? 0;
  return (
    <nav ref={bar} className={styles.index} aria-label={t("articles.index")}>
      {stagesOf(article).map(({ id, state }) => (
        <div key={id}>
          <a
            href={`#stage-${id}`}
            className={classes(styles.entry, styles[state])}
            aria-current={
              isHere(`stage-${id}`) ?? (id === "draft" && seen.startsWith("part-") ? "true" : undefined)
            }
          >
            <Icon of={GLYPHS[state]} size="small" turning={state === "now"} />
            <span>{t(`articles.stages.${id}`)}</span>
            <Tail
              id={id}
              state={state}
              report={report}
              cost={costs?.stages.find(({ stage }) => stage === id)?.costMicros ?? 0}
              forecast={id === "draft" ? (costs?.forecast?.costMicros ?? 0) : 0}
            />
          </a>
          {id === "draft"
            ? article.sections
                .filter((one) => one.content || one.state === "failed")
                .map((one) => (
                  <a
                    key={one.heading}
                    href={`#part-${one.heading}`}
                    className={styles.part}
                    aria-current={isHere(`part-${one.heading}`)}
                  >
                    <Icon
                      of={one.isLocked ? Lock : one.state === "failed" ? CircleAlert : Check}
                      size="small"
                    />
                    <span>{one.heading}</span>
                    {one.costMicros ? (
                      <span className={styles.tail}>{money(one.costMicros, i18n.language)}</span>
                    ) : null}
                  </a>
                ))
            : null}
        </div>
      ))}
      {cost > 0 ? (
        <p className={styles.total}>{t("articles.cost", { cost: money(cost, i18n.language) })}</p>
      ) : null}
    </nav>
  );
}

interface TailProps {
  id: string;
  state: StageState;
  report: Report | null;
  cost: number;
  /** What it is likely to cost, where it is still to be done. */
  forecast: number;
}

function Tail({ id, state, report, cost, forecast }: TailProps) {
  const { t, i18n } = useTranslation();
  const left = id === "check" ? blocking(report).length : 0;
  if (state !== "waits" && left === 0 && cost === 0 && forecast === 0) return null;
  return (
    <span className={styles.tail}>
      {state === "waits"
        ? t("articles.waits")
        : left > 0
          ? t("articles.fails", { count: left })
          : cost === 0 && forecast > 0
            ? t("articles.about", { cost: money(forecast, i18n.language) })
            : money(cost, i18n.language)}
    </span>
  );
}
