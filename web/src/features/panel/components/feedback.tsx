import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { NewFeedback } from "@/api/schema";
import { announce } from "@/lib/announce";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import styles from "./feedback.module.css";

type Rating = NewFeedback["rating"];

/** What a person thinks of an answer: up, or down and why. Saying it again takes it back. */
export default function Feedback({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const queryKey = [...keys.feedback, runId];
  const said = useQuery({
    queryKey,
    queryFn: async () => {
      const words = await unwrap(api.GET("/api/feedback", { params: { query: { run_id: runId } } }));
      return words.find(({ kind }) => kind === "run")?.rating ?? null;
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
  const say = (rating: Rating, comment = "") =>
    act(async () => {
      const isSame = said.data === rating && comment === "";
      if (isSame) {
        const params = { path: { kind: "run" as const, subject_id: runId } };
        await unwrap(api.DELETE("/api/feedback/{kind}/{subject_id}", { params }));
      } else {
        await unwrap(api.PUT("/api/feedback", { body: { kind: "run", id: runId, rating, comment } }));
        announce(t("panel.thanked"));
      }
      client.setQueryData(queryKey, isSame ? null : rating);
      setAsking(!isSame && rating === "down" && comment === "");
    });
  const sendWhy = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const why = String(new FormData(event.currentTarget).get("why") ?? "").trim();
    if (why) void say("down", why);
  };
  return (
    <>
      <span className={styles.signs}>
        <IconButton
          small
          icon={ThumbsUp}
          name={t("panel.good")}
          aria-pressed={said.data === "up"}
          onClick={() => void say("up")}
        />
        <IconButton
          small
          icon={ThumbsDown}
          name={t("panel.bad")}
          aria-pressed={said.data === "down"}
          onClick={() => void say("down")}
        />
      </span>
      {isAsking ? (
        <form className={styles.why} onSubmit={sendWhy}>
          <Field label={t("panel.whatWrong")} name="why" maxLength={4000} autoFocus />
          <Button type="submit" small>
            {t("panel.sendWhy")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
