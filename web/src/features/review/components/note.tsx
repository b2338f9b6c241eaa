import { Check, X } from "lucide-react";
import { memo } from "react";
import { useTranslation } from "react-i18next";
import type { CommentInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { commentsOn } from "@/lib/comments";
import { type Change, needsOf } from "@/lib/review";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { useDesk, useNoteFacts } from "../desk";
import { CommentForm, Comments } from "./comments";
import { ConflictNote } from "./conflict";
import styles from "./note.module.css";

interface NoteProps {
  change: Change;
  isCurrent: boolean;
  /** Where there is no margin, only the two small buttons stand in the text. */
  isInline?: boolean;
}

/** What stands beside a change: its number, what was decided, and the ways to decide. */
export const Note = memo(function Note({ change, isCurrent, isInline = false }: NoteProps) {
  const { canDecide, comments } = useNoteFacts();
  if (isInline) return <InlineNote change={change} />;
  return (
    <span className={classes(styles.note, isCurrent && styles.current)}>
      {isCurrent ? null : <span className={styles.number}>{change.number}</span>}
      {change.conflict ? (
        <ConflictNote change={change} isCurrent={isCurrent} />
      ) : change.state !== "open" ? (
        <DecidedNote change={change} />
      ) : !canDecide ? (
        <OpenNote />
      ) : isCurrent ? (
        <FullNote change={change} />
      ) : (
        <SmallNote change={change} />
      )}
      {isCurrent ? <Comments change={change} /> : <LastComment comments={commentsOn(comments, change)} />}
      {isCurrent ? <CommentForm change={change} /> : null}
    </span>
  );
});

/** The full controls of the current change, with their keys. */
export function FullNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { settle, ask, setCommenting, agent } = useNoteFacts();
  return (
    <span className={styles.full}>
      <Needs change={change} />
      <span className={styles.buttons}>
        <Button small keys="y" onClick={() => settle(change, "accepted")}>
          {t("review.accept")}
        </Button>
        <Button small keys="n" onClick={() => settle(change, "rejected")}>
          {t("review.reject")}
        </Button>
        <Button small look="quiet" keys="c" onClick={() => setCommenting(true)}>
          {t("review.comment")}
        </Button>
        <Button small look="quiet" keys="e" onClick={() => ask(change)}>
          {t("review.askChange", { agent })}
        </Button>
      </span>
    </span>
  );
}

function Needs({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { review } = useDesk();
  const needs = needsOf(review, change).filter((need) => need.state !== "accepted");
  if (needs.length === 0) return null;
  return (
    <span className={styles.muted}>
      {t("review.needs", { numbers: needs.map(({ number }) => number).join(", ") })}
    </span>
  );
}

/** Two small buttons that weigh the same. */
function SmallNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { settle } = useNoteFacts();
  const { number } = change;
  return (
    <span className={styles.pair}>
      <BoxButton
        icon={Check}
        name={t("review.acceptNumber", { number })}
        onClick={() => settle(change, "accepted")}
      />
      <BoxButton
        icon={X}
        name={t("review.rejectNumber", { number })}
        onClick={() => settle(change, "rejected")}
      />
    </span>
  );
}

interface BoxButtonProps {
  icon: typeof Check;
  name: string;
  onClick: () => void;
  pressed?: boolean;
  className?: string | undefined;
}

/** A small framed icon. There may be hundreds of them, so their tip is the browser's own. */
function BoxButton({ icon, name, onClick, pressed, className }: BoxButtonProps) {
  return (
    <button
      type="button"
      className={classes(styles.box, className)}
      aria-label={name}
      aria-pressed={pressed}
      title={name}
      onClick={(event) => {
        event.stopPropagation();
        onClick();
      }}
    >
      <Icon of={icon} size="small" />
    </button>
  );
}

/** The two buttons inside a line of text; they stay as wide whatever was decided, so that nothing moves. */
function InlineNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { settle, takeBack, canDecide } = useNoteFacts();
  const { number, state } = change;
  if (!canDecide || change.conflict) return null;
  const press = (decision: "accepted" | "rejected") =>
    state === decision ? takeBack(change) : settle(change, decision);
  return (
    <span className={styles.inline}>
      <BoxButton
        icon={Check}
        className={state === "accepted" ? styles.yes : undefined}
        pressed={state === "accepted"}
        name={t("review.acceptNumber", { number })}
        onClick={() => press("accepted")}
      />
      <BoxButton
        icon={X}
        className={state === "rejected" ? styles.no : undefined}
        pressed={state === "rejected"}
        name={t("review.rejectNumber", { number })}
        onClick={() => press("rejected")}
      />
    </span>
  );
}

function DecidedNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { takeBack, canDecide } = useNoteFacts();
  const isAccepted = change.state === "accepted";
  return (
    <span className={styles.pair}>
      <StateWord tone={isAccepted ? "good" : "rejected"}>
        {isAccepted ? t("review.accepted") : t("review.rejected")}
      </StateWord>
      {canDecide ? (
        <Button
          small
          look="quiet"
          aria-label={t("review.takeBackNumber", { number: change.number })}
          onClick={() => takeBack(change)}
        >
          {t("review.takeBack")}
        </Button>
      ) : null}
    </span>
  );
}

function OpenNote() {
  const { t } = useTranslation();
  return <StateWord tone="waiting">{t("review.undecided")}</StateWord>;
}

function LastComment({ comments }: { comments: CommentInfo[] }) {
  const { t } = useTranslation();
  const last = comments.at(-1);
  if (!last) return null;
  return <span className={styles.comment}>{t("review.said", { author: last.author, text: last.text })}</span>;
}
