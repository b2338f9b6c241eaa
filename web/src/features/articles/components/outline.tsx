import { useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import { Pencil, RefreshCw, Stamp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ArticleDetail } from "@/api/schema";
import { count, money } from "@/lib/format";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import { selectedIn } from "../choice";
import { notesOf, planOf } from "../model";
import { approve, articleKeys, costsQuery, planAgain } from "../queries";
import { useDesk } from "../use-desk";
import { Cite } from "./cite";
import styles from "./outline.module.css";
import { Share } from "./share";

interface OutlineProps {
  article: ArticleDetail;
  /** Ids of the sources to plan from, where they are others than this plan was made from. */
  others: readonly string[] | null;
  onPick: (source: number) => void;
}

/** The plan: its parts with their sources; while it waits, it is edited and approved here. */
export function Outline({ article, others, onPick }: OutlineProps) {
  const { t, i18n } = useTranslation();
  const waits = article.status === "foundations_approval" || article.status === "skeleton";
  const parts = planOf(article.skeleton);
  return (
    <section className={styles.outline} id="stage-outline">
      <header className={styles.head}>
        <h2>{t("articles.stages.outline")}</h2>
        {waits ? (
          <StateWord tone="paused">{t("articles.waitsForYou")}</StateWord>
        ) : (
          <span className={styles.told}>{t("articles.parts", { count: parts.length })}</span>
        )}
      </header>
      {waits ? (
        <>
          <ol className={styles.parts}>
            {parts.map(({ heading, notes, refs }) => (
              <li key={heading}>
                <h3>
                  {heading}
                  {refs.length === 1 ? (
                    <span className={styles.alone}>
                      <StateWord tone="finding">{t("articles.oneSource")}</StateWord>
                    </span>
                  ) : null}
                  <span className={styles.words}>{aboutWords(t, i18n.language, article.sectionWords)}</span>
                </h3>
                <p>
                  {notes}
                  {refs.map((ref) => (
                    <Cite key={ref} number={ref} onPick={onPick} />
                  ))}
                </p>
              </li>
            ))}
          </ol>
          <Voice article={article} />
          {notesOf(article).map((one) => (
            <p key={one.at} className={styles.told}>
              {t("articles.planNote", { by: one.by, note: one.note })}
            </p>
          ))}
          <Forecast article={article} />
          <Decide article={article} others={others} />
        </>
      ) : null}
    </section>
  );
}

/** How long something is to be. */
export function aboutWords(t: TFunction, language: string, words: number): string {
  return t("articles.aboutWords", { count: words, shown: count(words, language) });
}

/** What writing from this plan is likely to cost, before somebody says yes to it. */
function Forecast({ article }: { article: ArticleDetail }) {
  const { t, i18n } = useTranslation();
  const forecast = useQuery(costsQuery(article)).data?.forecast;
  if (!forecast) return null;
  const { model, costMicros } = forecast;
  const said =
    costMicros === null
      ? "articles.forecast.unknown"
      : costMicros === 0
        ? "articles.forecast.free"
        : "articles.forecast.known";
  return <p className={styles.told}>{t(said, { model, cost: money(costMicros ?? 0, i18n.language) })}</p>;
}

/** How the author writes, as far as it was found. */
function Voice({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const summary = article.foundations.summary;
  if (typeof summary !== "string" || !summary) return null;
  return (
    <p className={styles.voice}>
      <b>{t("articles.voice")}</b> {summary}
    </p>
  );
}

function Decide({ article, others }: Pick<OutlineProps, "article" | "others">) {
  const { t } = useTranslation();
  const { client, isBusy, act } = useDesk(article.id);
  const [edited, setEdited] = useState<string | null>(null);
  const canApprove = useMay(article.projectId)("articles.own.approve");
  if (!canApprove) return null;
  const after = (run: () => Promise<unknown>) =>
    void act(async () => {
      await run();
      setEdited(null);
      await client.invalidateQueries({ queryKey: ["inbox"] });
    });
  return (
    <>
      {edited !== null ? (
        <Area
          label={t("articles.editOutline")}
          rows={14}
          value={edited}
          onChange={(event) => setEdited(event.target.value)}
        />
      ) : null}
      {others ? <p className={styles.told}>{t("articles.otherSources")}</p> : null}
      <div className={styles.foot}>
        <Share articleId={article.id} />
        <Button
          icon={RefreshCw}
          look={others ? "primary" : "usual"}
          busy={isBusy}
          onClick={() => after(() => planAgain(article.id, [...(others ?? selectedIn(article))]))}
        >
          {t("articles.anotherOutline")}
        </Button>
        {edited === null && !others ? (
          <Button icon={Pencil} onClick={() => setEdited(article.skeleton)}>
            {t("articles.editOutline")}
          </Button>
        ) : null}
        <Button
          look={others ? "usual" : "primary"}
          icon={Stamp}
          busy={isBusy}
          disabled={others !== null}
          onClick={() =>
            after(async () =>
              // What is being written shows at once, and not only when the article is asked for again.
              client.setQueryData(articleKeys.one(article.id), await approve(article.id, edited)),
            )
          }
        >
          {t("articles.approve")}
        </Button>
      </div>
    </>
  );
}
