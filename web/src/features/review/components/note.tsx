import { Check, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { StateWord } from "@/ui/state-word";
import { commentsOn, useDesk } from "../desk";
import { type Change, needsOf } from "../model";
import { CommentForm, Comments } from "./comments";
import { ConflictNote } from "./conflict";
import styles from "./note.module.css";

interface NoteProps {
  change: Change;
  /** Where there is no margin, only the two small buttons stand in the text. */
  isInline?: boolean;
}

/** What stands beside a change: its number, what was decided, and the ways to decide. */
export function Note({ change, isInline = false }: NoteProps) {
  const { current, canDecide, detail } = useDesk();
  const isCurrent = current?.id === change.id;
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
      {isCurrent ? <Comments change={change} /> : <LastComment comments={commentsOn(detail, change)} />}
      {isCurrent ? <CommentForm change={change} /> : null}
    </span>
  );
}

/** The full controls of the current change, with their keys. */
export function FullNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { settle, ask, setCommenting, detail, review } = useDesk();
  const needs = needsOf(review, change).filter((need) => need.state !== "accepted");
  return (
    <span className={styles.full}>
      {needs.length > 0 ? (
        <span className={styles.muted}>
          {t("review.needs", { numbers: needs.map(({ number }) => number).join(", ") })}
        </span>
      ) : null}
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
          {t("review.askChange", { agent: detail.proposal.agent })}
        </Button>
      </span>
    </span>
  );
}

/** Two small buttons that weigh the same. */
function SmallNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { settle } = useDesk();
  const { number } = change;
  return (
    <span className={styles.pair}>
      <IconButton
        small
        icon={Check}
        className={styles.boxed}
        name={t("review.acceptNumber", { number })}
        onClick={() => settle(change, "accepted")}
      />
      <IconButton
        small
        icon={X}
        className={styles.boxed}
        name={t("review.rejectNumber", { number })}
        onClick={() => settle(change, "rejected")}
      />
    </span>
  );
}

/** The two buttons inside a line of text; they stay as wide whatever was decided, so that nothing moves. */
function InlineNote({ change }: NoteProps) {
  const { t } = useTranslation();
  const { settle, deciding, canDecide, go } = useDesk();
  const { number, state } = change;
  if (!canDecide || change.conflict) return null;
  const press = (decision: "accepted" | "rejected") => {
    if (state !== decision) return settle(change, decision);
    go(change);
    return deciding.decide(change, null);
  };
  return (
    <span className={styles.inline}>
      <IconButton
        small
        icon={Check}
        className={classes(styles.boxed, state === "accepted" && styles.yes)}
        aria-pressed={state === "accepted"}
        name={t("review.acceptNumber", { number })}
        onClick={() => press("accepted")}
      />
      <IconButton
        small
        icon={X}
        className={classes(styles.boxed, state === "rejected" && styles.no)}
        aria-pressed={state === "rejected"}
        name={t("review.rejectNumber", { number })}
        onClick={() => press("rejected")}
      />
    </span>
  );
}

function DecidedNote({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { deciding, canDecide, go } = useDesk();
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
          onClick={() => {
            go(change);
            deciding.decide(change, null);
          }}
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

function LastComment({ comments }: { comments: ReturnType<typeof commentsOn> }) {
  const { t } = useTranslation();
  const last = comments.at(-1);
  if (!last) return null;
  return <span className={styles.comment}>{t("review.said", { author: last.author, text: last.text })}</span>;
}
