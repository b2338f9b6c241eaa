import { useQueryClient } from "@tanstack/react-query";
import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { commentOn } from "@/api/proposals";
import type { ProposalDetail } from "@/api/schema";
import { age } from "@/lib/format";
import { notify } from "@/lib/notices";
import type { Change } from "@/lib/review";
import { Button } from "@/ui/button";
import { commentsOn, useDesk, useNoteFacts } from "../desk";
import styles from "./comments.module.css";

/** What people said about a change. */
export function Comments({ change }: { change: Change }) {
  const { i18n } = useTranslation();
  const { comments } = useNoteFacts();
  return commentsOn(comments, change).map((comment) => (
    <span key={comment.id} className={styles.comment}>
      <b>{comment.author}</b>{" "}
      <span className={styles.age}>{age(comment.createdAt, Date.now(), i18n.language)}</span>
      <span className={styles.text}>{comment.text}</span>
    </span>
  ));
}

/** A comment on the current change, while one is being written. */
export function CommentForm({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { isCommenting, setCommenting, detail } = useDesk();
  const [text, setText] = useState("");
  const client = useQueryClient();
  if (!isCommenting) return null;
  const close = () => {
    setCommenting(false);
    setText("");
  };
  const send = async () => {
    if (!text.trim()) return;
    try {
      const said = await commentOn(detail.proposal.id, text, change.id);
      client.setQueryData<ProposalDetail>(keys.proposal(detail.proposal.id), (before) =>
        before ? { ...before, comments: [...before.comments, said] } : before,
      );
      close();
    } catch (thrown) {
      notify({ tone: "failed", text: t("review.notSaid"), detail: asApiError(thrown).message });
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") close();
    else if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void send();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <span className={styles.form}>
      <textarea
        className={styles.box}
        rows={3}
        maxLength={5000}
        aria-label={t("review.commentOn", { number: change.number })}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <span className={styles.buttons}>
        <Button small keys="Mod+Enter" disabled={!text.trim()} onClick={() => void send()}>
          {t("review.say")}
        </Button>
        <Button small look="quiet" onClick={close}>
          {t("review.cancel")}
        </Button>
      </span>
    </span>
  );
}
