import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { CommentInfo, ProposalDetail } from "@/api/schema";
import { ABOUT_ALL, commentsByHunk, commentsOn } from "@/lib/comments";
import { notify } from "@/lib/notices";
import { titleOf } from "@/lib/proposal";
import { type Change, type Decision, fieldName, outcomeOf, readReview, spansOfChange } from "@/lib/review";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { diffClass, Words } from "@/ui/diff";
import { Said, SayForm } from "@/ui/review/said";
import { StateWord } from "@/ui/state-word";
import styles from "./screen.module.css";

interface GuestReviewProps {
  detail: ProposalDetail;
  token: string;
  /** Who decides, in their own words; without one nothing can be decided. */
  name: string;
  onDone: () => Promise<void>;
}

/** The changes of one proposal, to be accepted or rejected one by one, and the end of the review. */
export function GuestReview({ detail, token, name, onDone }: GuestReviewProps) {
  const { t } = useTranslation();
  const review = useMemo(() => readReview(detail), [detail]);
  const { isBusy, act } = useAct();
  const [isTalking, setTalking] = useState(false);
  const params = { path: { token } };
  const isOpen = detail.proposal.state === "open" || detail.proposal.state === "conflicts";
  const canDecide = isOpen && name !== "";
  const decide = (change: Change, decision: Decision | null) =>
    act(async () => {
      const body = { name, hunks: change.hunks, decision };
      await unwrap(api.POST("/api/links/{token}/decisions", { params, body }));
      await onDone();
    });
  const finish = () =>
    act(async () => {
      const body = { name, sha: detail.sha };
      const done = await unwrap(api.POST("/api/links/{token}/finish", { params, body }));
      notify({ tone: "done", text: t("guest.merged", { count: done.accepted }) });
      await onDone();
    });
  const reject = () =>
    act(async () => {
      await unwrap(api.POST("/api/links/{token}/reject", { params, body: { name } }));
      notify({ tone: "done", text: t("guest.rejectedAll") });
      await onDone();
    });
  const say = (text: string, hunkId: string | null) =>
    act(async () => {
      const body = { name, text, hunkId };
      await unwrap(api.POST("/api/links/{token}/comments", { params, body }));
      await onDone();
    });
  const { takes } = outcomeOf(review);
  const comments = commentsByHunk(detail.comments);
  return (
    <>
      <h1 className={styles.title}>{titleOf(detail.proposal, t)}</h1>
      {review.subjects.map((subject) => (
        <section key={subject.key}>
          <h2 className={styles.subject}>{subject.title}</h2>
          {subject.changes.map((change) => (
            <OneChange
              key={change.id}
              change={change}
              canDecide={canDecide && !isBusy}
              onDecide={decide}
              comments={commentsOn(comments, change)}
              onSay={canDecide ? (text) => say(text, change.id) : null}
            />
          ))}
        </section>
      ))}
      <div className={styles.foot}>
        <Talk
          label={t("guest.commentAll")}
          about={detail.proposal.id}
          comments={comments.get(ABOUT_ALL) ?? []}
          isOpen={isTalking}
          onSay={canDecide ? (text) => say(text, null) : null}
          onClose={() => setTalking(false)}
        />
        {isOpen ? (
          <>
            <p>{name === "" ? t("guest.nameFirst") : t("guest.takes", { count: takes })}</p>
            <div className={styles.actions}>
              <Button
                look="primary"
                busy={isBusy}
                disabled={!canDecide || takes === 0}
                onClick={() => finish()}
              >
                {t("guest.merge")}
              </Button>
              <Button busy={isBusy} disabled={!canDecide} onClick={() => reject()}>
                {t("guest.rejectAll")}
              </Button>
              {canDecide ? (
                <Button look="quiet" onClick={() => setTalking(true)}>
                  {t("guest.commentAll")}
                </Button>
              ) : null}
            </div>
          </>
        ) : (
          <StateWord tone={detail.proposal.state === "merged" ? "done" : "stopped"}>
            {t(detail.proposal.state === "merged" ? "guest.wasMerged" : "guest.wasRejected")}
          </StateWord>
        )}
      </div>
    </>
  );
}

interface OneChangeProps {
  change: Change;
  canDecide: boolean;
  onDecide: (change: Change, decision: Decision | null) => Promise<boolean>;
  comments: CommentInfo[];
  onSay: TalkProps["onSay"];
}

function OneChange({ change, canDecide, onDecide, comments, onSay }: OneChangeProps) {
  const { t } = useTranslation();
  const { number, state } = change;
  const [isTalking, setTalking] = useState(false);
  const label = t("review.commentOn", { number });
  const say = (decision: Decision) => void onDecide(change, state === decision ? null : decision);
  return (
    <div className={styles.change}>
      <p className={styles.field}>{fieldName(change.hunk.path, change.hunk.labels)}</p>
      <p className={`${styles.words} ${diffClass(state)}`} lang={change.hunk.locale ?? undefined}>
        <Words spans={spansOfChange(change)} />
      </p>
      <div className={styles.actions}>
        <Button
          small
          disabled={!canDecide}
          aria-pressed={state === "accepted"}
          aria-label={t("guest.acceptNumber", { number })}
          onClick={() => say("accepted")}
        >
          {t("guest.accept")}
        </Button>
        <Button
          small
          disabled={!canDecide}
          aria-pressed={state === "rejected"}
          aria-label={t("guest.rejectNumber", { number })}
          onClick={() => say("rejected")}
        >
          {t("guest.reject")}
        </Button>
        {onSay ? (
          <Button small look="quiet" aria-label={label} onClick={() => setTalking(true)}>
            {t("review.comment")}
          </Button>
        ) : null}
        {state === "open" ? null : (
          <StateWord tone={state === "accepted" ? "good" : "rejected"}>
            {t(state === "accepted" ? "guest.accepted" : "guest.rejected")}
          </StateWord>
        )}
      </div>
      <Talk
        label={label}
        about={change.id}
        comments={comments}
        isOpen={isTalking}
        onSay={onSay}
        onClose={() => setTalking(false)}
      />
    </div>
  );
}

interface TalkProps {
  label: string;
  /** The change or proposal that is spoken of. */
  about: string;
  comments: readonly CommentInfo[];
  isOpen: boolean;
  /** Says something; null for somebody who may not, or has no name yet. */
  onSay: ((text: string) => Promise<boolean>) | null;
  onClose: () => void;
}

/** What was said about something, and what is being said. */
function Talk({ label, about, comments, isOpen, onSay, onClose }: TalkProps) {
  return (
    <>
      <Said comments={comments} />
      {onSay && isOpen ? <SayForm label={label} keepAs={about} onSay={onSay} onClose={onClose} /> : null}
    </>
  );
}
