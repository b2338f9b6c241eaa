import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { FormInfo, SubmissionInfo } from "@/api/schema";
import {
  approveSubmission,
  formsQuery,
  rejectSubmission,
  SUBMISSION_STATES,
  submissionsQuery,
} from "@/api/submissions";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Segment } from "@/ui/segment";
import { StateWord } from "@/ui/state-word";
import { Submitted } from "@/ui/submitted";
import { useContent } from "../context";
import { useGo, usePlace } from "../place";
import { useTold } from "../use-told";
import editorStyles from "./editor.module.css";
import styles from "./submissions-view.module.css";

/** What people sent through the forms of the project; a person decides what becomes an entry. */
export function SubmissionsView() {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const { sent } = usePlace();
  const go = useGo();
  const state = SUBMISSION_STATES.find((one) => one === sent) ?? "pending";
  const forms = useQuery(formsQuery(projectId));
  const { data } = useQuery(submissionsQuery(projectId, state));
  const found = data?.submissions ?? [];
  return (
    <section className={editorStyles.pane} aria-label={t("content.submissions")}>
      <div className={editorStyles.bar}>
        <Segment
          label={t("content.state")}
          value={state}
          onChange={(next) => go({ sent: next === "pending" ? undefined : next })}
          options={SUBMISSION_STATES.map((value) => ({ value, label: t(`content.sent.${value}`) }))}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.scroll} tabIndex={0}>
        {forms.data && data && found.length === 0 ? (
          <Nothing forms={forms.data} isPending={state === "pending"} />
        ) : null}
        <ul>
          {found.map((submission) => (
            <Submission key={submission.id} submission={submission} />
          ))}
        </ul>
      </div>
    </section>
  );
}

function Nothing({ forms, isPending }: { forms: readonly FormInfo[]; isPending: boolean }) {
  const { t } = useTranslation();
  if (forms.length === 0) {
    return (
      <Empty title={t("content.noForms")}>
        <p>{t("content.noFormsText")}</p>
      </Empty>
    );
  }
  return (
    <Empty title={isPending ? t("content.noWaiting") : t("content.noSubmissions")}>
      <p>{t("content.formsAt")}</p>
      <ul>
        {forms.map(({ modelId, name, submitUrl }) => (
          <li key={modelId}>
            {name}: <code>{submitUrl}</code>
          </li>
        ))}
      </ul>
    </Empty>
  );
}

function Submission({ submission }: { submission: SubmissionInfo }) {
  const { t, i18n } = useTranslation();
  const { projectId, models, can } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const [isBusy, setBusy] = useState(false);
  const { id, status, modelId, entryId, locale, createdAt, decidedBy } = submission;
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    try {
      await work();
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    setBusy(false);
  };
  return (
    <li className={styles.submission}>
      <p className={styles.head}>
        <b>{models.find((model) => model.id === modelId)?.name ?? modelId}</b>
        <span className={styles.muted}>{moment(createdAt, Date.now(), i18n.language)}</span>
        {status === "pending" ? null : <Decided status={status} by={decidedBy} />}
      </p>
      <Submitted projectId={projectId} submission={submission} />
      <div className={styles.actions}>
        {status === "pending" && can.review ? (
          <>
            <Button
              small
              busy={isBusy}
              onClick={() => act(async () => told(await approveSubmission(projectId, id)))}
            >
              {t("content.approveSent")}
            </Button>
            <Button
              small
              disabled={isBusy}
              onClick={() =>
                void act(async () => {
                  await rejectSubmission(projectId, id);
                  notify({ tone: "done", text: t("content.sentRejected") });
                })
              }
            >
              {t("content.rejectSent")}
            </Button>
          </>
        ) : null}
        {entryId ? (
          <Link
            from="/content"
            to="/content"
            search={(before) => ({ project: before.project, model: modelId, entry: entryId, locale })}
          >
            {t("content.openEntry")}
          </Link>
        ) : null}
      </div>
    </li>
  );
}

function Decided({ status, by }: { status: string; by: string | null }) {
  const { t } = useTranslation();
  const words = status === "approved" ? t("content.sent.approved") : t("content.sent.rejected");
  return (
    <StateWord tone={status === "approved" ? "done" : "rejected"}>
      {status === "spam" ? t("content.sent.spam") : words}
      {by ? ` · ${by}` : ""}
    </StateWord>
  );
}
