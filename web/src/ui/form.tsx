import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, asApiError, UNREACHABLE } from "@/api/errors";
import { Button } from "./button";
import styles from "./form.module.css";
import { Notice } from "./notice";

interface FormProps {
  /** The verb on the button that sends it. */
  action: string;
  onSend: (values: Record<string, string>) => Promise<void>;
  /** The way back, where there is one. */
  onBack?: () => void;
  back?: string;
  /** What can be done about an error, beside its own advice. */
  onError?: (error: ApiError) => ReactNode;
  children: ReactNode;
}

/** A form that is sent once at a time and says above its fields what went wrong; what was typed stays. */
export function Form({ action, onSend, onBack, back, onError, children }: FormProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const { submitter } = event.nativeEvent as SubmitEvent;
    const values = Object.fromEntries(new FormData(event.currentTarget, submitter)) as Record<string, string>;
    setBusy(true);
    setError(null);
    try {
      await onSend(values);
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    setBusy(false);
  };
  const isLost = error?.code === UNREACHABLE;
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      {error ? (
        <Notice
          tone="danger"
          title={isLost ? t("errors.unreachable") : error.message}
          actions={onError?.(error)}
          alert
        >
          <p>{isLost ? t("errors.unreachableNext") : error.suggestion}</p>
        </Notice>
      ) : null}
      {children}
      <div className={styles.actions}>
        <Button type="submit" look="primary" busy={isBusy}>
          {action}
        </Button>
        {onBack ? (
          <Button look="quiet" onClick={onBack}>
            {back}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
