import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import type { ApprovalDecision, ApprovalInfo } from "@/api/schema";
import { readInput } from "@/lib/run/call";
import { spellName } from "@/lib/run/fold";
import { Button } from "../button";
import { Notice } from "../notice";
import styles from "./approval-actions.module.css";

export type ApprovalMode = "choosing" | "editing" | "rejecting";

interface ActionsProps {
  approval: ApprovalInfo;
  onDecide: (decision: ApprovalDecision) => Promise<void>;
  mode: ApprovalMode;
  onMode: (mode: ApprovalMode) => void;
  /** True where keys work too, so that they are shown. */
  hasKeys?: boolean;
}

/** A person's word on a call: allow it, allow it with other values, or reject it with a reason. */
export function ApprovalActions({ approval, onDecide, mode, onMode, hasKeys = false }: ActionsProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const decide = async (decision: ApprovalDecision) => {
    setBusy(true);
    setFailure(null);
    try {
      await onDecide(decision);
    } catch (thrown) {
      setFailure(asApiError(thrown).message);
    }
    setBusy(false);
  };
  const keys = (key: string) => (hasKeys ? { keys: key } : {});
  return (
    <div className={styles.actions}>
      {failure ? <Notice tone="danger" title={failure} alert /> : null}
      {mode === "choosing" ? (
        <div className={styles.row}>
          <Button
            look="primary"
            busy={isBusy}
            onClick={() => void decide({ decision: "approved" })}
            {...keys("a")}
          >
            {t("inbox.allow", { tool: spellName(approval.toolName) })}
          </Button>
          {approval.isMemorable ? (
            <Button
              disabled={isBusy}
              onClick={() => void decide({ decision: "approved", remember: { scope: "conversation" } })}
            >
              {t("inbox.allowHere")}
            </Button>
          ) : null}
          <Button onClick={() => onMode("editing")} disabled={isBusy} {...keys("e")}>
            {t("inbox.edit")}
          </Button>
          <Button onClick={() => onMode("rejecting")} disabled={isBusy} {...keys("r")}>
            {t("inbox.reject")}
          </Button>
        </div>
      ) : null}
      {mode === "rejecting" ? (
        <RejectForm isBusy={isBusy} onDecide={decide} onBack={() => onMode("choosing")} />
      ) : null}
      {mode === "editing" ? (
        <EditForm
          input={approval.input}
          isBusy={isBusy}
          onDecide={decide}
          onBack={() => onMode("choosing")}
        />
      ) : null}
    </div>
  );
}

interface FormProps {
  isBusy: boolean;
  onDecide: (decision: ApprovalDecision) => Promise<void>;
  onBack: () => void;
}

function RejectForm({ isBusy, onDecide, onBack }: FormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    void onDecide({ decision: "denied", reason: reason.trim() });
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <label htmlFor={id} className={styles.label}>
        {t("inbox.rejectReason")}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <div className={styles.row}>
        <Button type="submit" look="danger" busy={isBusy}>
          {t("inbox.rejectCall")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("inbox.cancel")}
        </Button>
      </div>
    </form>
  );
}

function EditForm({ input, isBusy, onDecide, onBack }: FormProps & { input: Record<string, unknown> }) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(() => JSON.stringify(input, null, 2));
  const edited = readInput(text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (edited) void onDecide({ decision: "approved", input: edited });
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <label htmlFor={id} className={styles.label}>
        {t("inbox.editInput")}
      </label>
      <textarea
        id={id}
        className={`${styles.text} ${styles.code}`}
        rows={Math.min(12, text.split("\n").length)}
        value={text}
        aria-invalid={edited ? undefined : true}
        aria-describedby={edited ? undefined : `${id}-error`}
        onChange={(event) => setText(event.target.value)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      {edited ? null : (
        <p id={`${id}-error`} className={styles.error}>
          {t("inbox.editInvalid")}
        </p>
      )}
      <div className={styles.row}>
        <Button type="submit" look="primary" busy={isBusy} disabled={!edited}>
          {t("inbox.allowEdited")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("inbox.cancel")}
        </Button>
      </div>
    </form>
  );
}
