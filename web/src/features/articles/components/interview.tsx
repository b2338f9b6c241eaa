import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { answerInterview, completeInterview, interviewQuery, startInterview } from "../queries";
import { useDesk } from "../use-desk";
import styles from "./outline.module.css";

/** The interview of a showcase: one question after the other, and what was said before. */
export function Interview({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const [said, setSaid] = useState("");
  const isOpen = article.status === "draft" || article.status === "interviewing";
  const found = useQuery({
    ...interviewQuery(article.id, article.version),
    enabled: article.type === "showcase" && article.status === "interviewing",
  });
  if (article.type !== "showcase" || !isOpen) return null;
  const after = (run: () => Promise<unknown>) =>
    void act(async () => {
      await run();
      setSaid("");
    });
  const state = found.data;
  const next = state?.next;
  return (
    <section className={styles.outline} id="stage-interview">
      <header className={styles.head}>
        <h2>{t("articles.interview")}</h2>
        {state ? (
          <span className={styles.told}>{t("articles.answered", { count: state.answers.length })}</span>
        ) : null}
      </header>
      {state?.answers.map((one) => (
        <div key={String(one.questionNumber)}>
          <b>{String(one.question)}</b>
          <p className={styles.told}>{String(one.answer)}</p>
        </div>
      ))}
      {next ? (
        <Area
          label={String(next.question)}
          rows={4}
          value={said}
          onChange={(event) => setSaid(event.target.value)}
        />
      ) : null}
      <div className={styles.foot}>
        {article.status === "draft" ? (
          <Button busy={isBusy} onClick={() => after(() => startInterview(article.id))}>
            {t("articles.interviewStart")}
          </Button>
        ) : null}
        {next ? (
          <Button
            look="primary"
            busy={isBusy}
            disabled={!said.trim()}
            onClick={() => after(() => answerInterview(article.id, Number(next.questionNumber), said))}
          >
            {t("articles.answer")}
          </Button>
        ) : null}
        {state?.isEnough && !state.isCompleted ? (
          <Button look="primary" busy={isBusy} onClick={() => after(() => completeInterview(article.id))}>
            {t("articles.interviewEnd")}
          </Button>
        ) : null}
      </div>
    </section>
  );
}
