import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import type { InboxItemInfo, SubmissionInfo } from "@/api/schema";
import { approveSubmission, rejectSubmission, SUBMISSION_STATES, submissionsQuery } from "@/api/submissions";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Submitted } from "@/ui/submitted";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";
import list from "./submission-detail.module.css";

/** What somebody sent through a form, word for word, and what a person makes of it. */
export default function SubmissionDetail({ item }: { item: InboxItemInfo }) {
  const status = SUBMISSION_STATES.find((one) => one === item.state) ?? "pending";
  const { data } = useQuery(submissionsQuery(item.projectId ?? "", status));
  const submission = data?.submissions.find(({ id }) => id === item.id);
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {submission ? (
          <div className={list.words}>
            <Submitted projectId={item.projectId ?? ""} submission={submission} />
          </div>
        ) : null}
      </div>
      {submission ? (
        <div className={styles.foot}>
          {item.isWaiting ? <Choices item={item} /> : <Outcome item={item} submission={submission} />}
        </div>
      ) : null}
    </>
  );
}

function Choices({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const keysOfItem = useMemo<Command[]>(() => {
    const { projectId, id } = item;
    const refresh = async () => {
      await client.invalidateQueries({ queryKey: keys.content });
      await client.invalidateQueries({ queryKey: keys.inbox });
    };
    const say = (work: () => Promise<string>) => () =>
      void act(async () => {
        notify({ tone: "done", text: await work() });
        await refresh();
      });
    const approve = async () => (await approveSubmission(projectId ?? "", id)).summary;
    const reject = async () => {
      await rejectSubmission(projectId ?? "", id);
      return t("content.sentRejected");
    };
    return [
      { id: "inbox.approve", label: t("content.approveSent"), group: "do", keys: ["a"], run: say(approve) },
      { id: "inbox.reject", label: t("content.rejectSent"), group: "do", keys: ["r"], run: say(reject) },
    ];
  }, [t, client, act, item]);
  useCommands(keysOfItem);
  const [approve, reject] = keysOfItem;
  return (
    <div className={list.actions}>
      <Button look="primary" keys="a" busy={isBusy} onClick={() => approve?.run()}>
        {approve?.label}
      </Button>
      <Button keys="r" disabled={isBusy} onClick={() => reject?.run()}>
        {reject?.label}
      </Button>
    </div>
  );
}

function Outcome({ item, submission }: { item: InboxItemInfo; submission: SubmissionInfo }) {
  const { t } = useTranslation();
  const { modelId, entryId, locale } = submission;
  if (!entryId) return <p>{t("content.sentRejected")}</p>;
  return (
    <Link
      to="/content"
      search={{ project: item.projectId ?? undefined, model: modelId, entry: entryId, locale }}
      className={buttonClass("usual")}
    >
      {t("content.openEntry")}
    </Link>
  );
}
