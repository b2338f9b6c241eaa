import { type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { CommentInfo } from "@/api/schema";
import { age } from "@/lib/format";
import { useKeptState } from "@/lib/kept";
import { Button } from "@/ui/button";
import styles from "./said.module.css";

/** What people said, the oldest first. */
export function Said({ comments }: { comments: readonly CommentInfo[] }) {
  const { i18n } = useTranslation();
  return comments.map((comment) => (
    <span key={comment.id} className={styles.comment}>
      <b>{comment.author}</b>{" "}
      <span className={styles.age}>{age(comment.createdAt, Date.now(), i18n.language)}</span>
      <span className={styles.text}>{comment.text}</span>
    </span>
  ));
}

interface SayFormProps {
  /** What is spoken of: the name of the box. */
  label: string;
  /** A name under which what is written survives a reload. */
  keepAs: string;
  /** Say it; the box stays open, with its words, when that fails. */
  onSay: (text: string) => Promise<boolean>;
  onClose: () => void;
}

/** A comment while it is being written. */
export function SayForm({ label, keepAs, onSay, onClose }: SayFormProps) {
  const { t } = useTranslation();
  const [text, setText] = useKeptState(`comment/${keepAs}`, "");
  const [isBusy, setBusy] = useState(false);
  const send = async () => {
    if (!text.trim() || isBusy) return;
    setBusy(true);
    const isSaid = await onSay(text);
    setBusy(false);
    if (!isSaid) return;
    setText("");
    onClose();
  };
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") onClose();
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
        aria-label={label}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={press}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <span className={styles.buttons}>
        <Button small keys="Mod+Enter" busy={isBusy} disabled={!text.trim()} onClick={() => send()}>
          {t("review.say")}
        </Button>
        <Button small look="quiet" onClick={onClose}>
          {t("review.cancel")}
        </Button>
      </span>
    </span>
  );
}
