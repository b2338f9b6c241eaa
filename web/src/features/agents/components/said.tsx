import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, FeedbackInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { reviewQuery, wordsQuery } from "../queries";
import styles from "./agent.module.css";

const LOOK_AGAIN_MS = 1000;

/** What people said about an agent's work, what came of it, and a review of it now instead of at night. */
export function Said({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [isReviewed, setReviewed] = useState(false);
  const canReview = useMay()("agents.team.run");
  const words =
    useQuery({
      ...wordsQuery(agent.slug),
      // A review goes on by itself: look until every word has come to something.
      refetchInterval: (query) =>
        isReviewed && (query.state.data ?? []).some(isWaiting) ? LOOK_AGAIN_MS : false,
    }).data ?? [];
  const review = () =>
    act(async () => {
      const begun = await unwrap(api.POST("/api/feedback/review"));
      if (begun.skipReason) notify({ tone: "done", text: t("agents.reviewNothing") });
      setReviewed(true);
      await client.invalidateQueries({ queryKey: keys.feedback });
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  return (
    <section className={styles.after}>
      <h3 className={styles.groupHead}>
        {t("agents.feedbackHead")}
        {canReview && words.some(isWaiting) ? (
          <Button small busy={isBusy} onClick={review}>
            {t("agents.reviewNow")}
          </Button>
        ) : null}
      </h3>
      <Nightly />
      <p className={styles.note}>
        {words.length === 0 ? t("agents.feedbackNone") : t("agents.feedbackText")}
      </p>
      <ul aria-label={t("agents.feedbackHead")}>
        {words.map((word) => (
          <One key={word.id} word={word} />
        ))}
      </ul>
    </section>
  );
}

/** Whether what people disliked is reviewed every night, in the whole workspace. */
function Nightly() {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const may = useMay();
  const rhythm = useQuery({ ...reviewQuery, enabled: may("actions.team.read") }).data;
  if (!rhythm) return null;
  const change = (isOn: boolean) =>
    act(async () => {
      await unwrap(api.PUT("/api/feedback/review", { body: { isOn } }));
      await client.invalidateQueries({ queryKey: keys.schedules });
    });
  return (
    <Check
      checked={rhythm.isOn}
      disabled={!may("actions.team.update") || isBusy}
      onChange={({ target }) => void change(target.checked)}
    >
      {t("agents.reviewNightly")}
      {rhythm.nextRunAt ? (
        <small className={styles.note}>
          {t("agents.reviewNext", { when: moment(rhythm.nextRunAt, Date.now(), i18n.language) })}
        </small>
      ) : null}
    </Check>
  );
}

function isWaiting(word: FeedbackInfo): boolean {
  return word.rating === "down" && (word.status === "open" || word.status === "reviewed");
}

function One({ word }: { word: FeedbackInfo }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canReplay = useMay()("evals.team.run");
  const replay = () =>
    act(async () => {
      await unwrap(api.POST("/api/feedback/{word_id}/replay", { params: { path: { word_id: word.id } } }));
      await client.invalidateQueries({ queryKey: keys.feedback });
    });
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <p className={styles.said}>
          <Icon of={word.rating === "up" ? ThumbsUp : ThumbsDown} size="small" tone="muted" />
          <span className="hidden-text">
            {t(word.rating === "up" ? "agents.feedbackUp" : "agents.feedbackDown")}
          </span>{" "}
          {word.comment}
        </p>
        <span className={styles.meta}>
          {moment(word.createdAt, Date.now(), i18n.language)}
          {word.runId ? (
            <>
              {" · "}
              <Link to="/runs/$runId" params={{ runId: word.runId }}>
                {t("agents.feedbackRun")}
              </Link>
            </>
          ) : null}
        </span>
      </div>
      <div className={styles.actions}>
        {word.rating === "down" ? (
          <StateWord tone={word.status === "applied" ? "done" : word.status === "open" ? "waiting" : "good"}>
            {t(`agents.feedbackStates.${word.status}`)}
          </StateWord>
        ) : null}
        {canReplay && (word.status === "reviewed" || word.status === "applied") ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={replay}
            aria-label={`${t("agents.evalsPlay")}: ${word.comment}`}
          >
            {t("agents.evalsPlay")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
