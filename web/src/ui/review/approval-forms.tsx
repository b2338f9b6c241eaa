import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { useKeptState } from "@/lib/kept";
import { readInput } from "@/lib/run/call";
import { Button } from "../button";
import styles from "./approval-actions.module.css";

function backOn(onBack: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onBack();
  };
}

interface RejectProps {
  label: string;
  action: string;
  isBusy: boolean;
  onSend: (reason: string) => void;
  onBack: () => void;
}

/** Why calls shall not run, or a proposal not be merged; the reason may be left out. */
export function RejectForm({ label, action, isBusy, onSend, onBack }: RejectProps) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(reason.trim());
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <label htmlFor={id} className={styles.label}>
        {label}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={backOn(onBack)}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <div className={styles.row}>
        <Button type="submit" look="danger" busy={isBusy}>
          {action}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("inbox.cancel")}
        </Button>
      </div>
    </form>
  );
}

interface EditProps {
  /** A name under which the edited text survives a reload. */
  keepAs: string;
  input: Record<string, unknown>;
  isBusy: boolean;
  onSend: (input: Record<string, unknown>) => void;
  onBack: () => void;
}

/** The exact input as text, to be changed before it is allowed. */
export function EditForm({ keepAs, input, isBusy, onSend, onBack }: EditProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText, forget] = useKeptState(`input/${keepAs}`, JSON.stringify(input, null, 2));
  const edited = readInput(text);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (!edited) return;
    forget();
    onSend(edited);
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
        onKeyDown={backOn(onBack)}
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
