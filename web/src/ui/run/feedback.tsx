import { useQuery, useQueryClient } from "@tanstack/react-query";
import { ThumbsDown, ThumbsUp } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { NewFeedback } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { announce } from "@/lib/announce";
import { useAct } from "@/lib/use-act";
import { Button } from "../button";
import { Field } from "../field";
import { IconButton } from "../icon-button";
import styles from "./feedback.module.css";

type Rating = NewFeedback["rating"];

const NAMES = {
  answer: { up: "run.good.answer", down: "run.bad.answer" },
  run: { up: "run.good.run", down: "run.bad.run" },
  call: { up: "run.good.call", down: "run.bad.call" },
  value: { up: "run.good.value", down: "run.bad.value" },
} as const;

interface FeedbackProps {
  /** What the two buttons are called after. */
  of: keyof typeof NAMES;
  kind: NewFeedback["kind"];
  id: string;
  /** The run of a tool call. */
  runId?: string;
}

/** What a person thinks of an agent's work: up, or down and why. Saying it again takes it back. */
export default function Feedback({ of, kind, id, runId }: FeedbackProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const me = useQuery(sessionQuery).data?.person.id;
  const queryKey = [...keys.feedback, kind, id];
  const said = useQuery({
    queryKey,
    queryFn: async () => {
      const words = await unwrap(api.GET("/api/feedback", { params: { query: { kind, subject_id: id } } }));
      return words.find(({ personId }) => personId === me)?.rating ?? null;
    },
    enabled: me !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const say = (rating: Rating, comment = "") =>
    act(async () => {
      const isSame = said.data === rating && comment === "";
      if (isSame) {
        const params = { path: { kind, subject_id: id } };
        await unwrap(api.DELETE("/api/feedback/{kind}/{subject_id}", { params }));
      } else {
        const body = { kind, id, rating, comment, ...(runId ? { runId } : {}) };
        await unwrap(api.PUT("/api/feedback", { body }));
        announce(t("run.thanked"));
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
          name={t(NAMES[of].up)}
          aria-pressed={said.data === "up"}
          onClick={() => say("up")}
        />
        <IconButton
          small
          icon={ThumbsDown}
          name={t(NAMES[of].down)}
          aria-pressed={said.data === "down"}
          onClick={() => say("down")}
        />
      </span>
      {isAsking ? (
        <form className={styles.why} onSubmit={sendWhy}>
          <Field label={t("run.whatWrong")} name="why" maxLength={4000} autoFocus />
          <Button type="submit" small>
            {t("run.sendWhy")}
          </Button>
        </form>
      ) : null}
    </>
  );
}
