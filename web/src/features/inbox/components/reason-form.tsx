import { type FormEvent, type KeyboardEvent, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import styles from "./reason-form.module.css";

interface ReasonFormProps {
  isBusy: boolean;
  onSend: (reason: string) => void;
  onBack: () => void;
}

/** Why something is rejected; the reason may be left out. */
export function ReasonForm({ isBusy, onSend, onBack }: ReasonFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const [reason, setReason] = useState("");
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(reason.trim());
  };
  const press = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onBack();
  };
  return (
    <form className={styles.form} onSubmit={send}>
      <label htmlFor={id} className={styles.label}>
        {t("inbox.whyNot")}
      </label>
      <textarea
        id={id}
        className={styles.text}
        rows={2}
        maxLength={2000}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
        onKeyDown={press}
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to write here
        autoFocus
      />
      <div className={styles.row}>
        <Button type="submit" look="danger" busy={isBusy}>
          {t("inbox.rejectProposal")}
        </Button>
        <Button look="quiet" onClick={onBack}>
          {t("inbox.cancel")}
        </Button>
      </div>
    </form>
  );
}
