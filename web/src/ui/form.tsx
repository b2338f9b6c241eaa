import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, asApiError, UNREACHABLE } from "@/api/errors";
import { useKeptForm } from "@/lib/kept-form";
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
  /** A name under which what is typed survives a reload, for what takes a while to write. */
  keepAs?: string;
  /** Another button that sends it, with a name of its own among the values. */
  also?: ReactNode;
  /** True where it can be read only. */
  isLocked?: boolean;
  children: ReactNode;
}

/** A form that is sent once at a time and says above its fields what went wrong; what was typed stays. */
export function Form(props: FormProps) {
  const { action, onSend, onBack, back, onError, keepAs, also, isLocked = false, children } = props;
  const { t } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const kept = useKeptForm(form, keepAs);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const isSending = useRef(false); // known at once, also to an Enter before the next painting
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isSending.current) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const values = Object.fromEntries(new FormData(event.currentTarget, submitter)) as Record<string, string>;
    isSending.current = true;
    setBusy(true);
    setError(null);
    try {
      await onSend(values);
      kept.forget();
    } catch (thrown) {
      setError(asApiError(thrown));
    }
    isSending.current = false;
    setBusy(false);
  };
  const isLost = error?.code === UNREACHABLE;
  return (
    <form ref={form} className={styles.form} onSubmit={(event) => void send(event)} onInput={kept.keep}>
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
      {isLocked ? (
        <fieldset disabled className={styles.locked}>
          {children}
        </fieldset>
      ) : (
        children
      )}
      <div className={styles.actions} hidden={isLocked}>
        <Button type="submit" look="primary" busy={isBusy}>
          {action}
        </Button>
        {also}
        {kept.isKept ? (
          <>
            <Button
              look="quiet"
              onClick={() => {
                form.current?.reset();
                kept.forget();
              }}
            >
              {t("frame.discard")}
            </Button>
            <span className={styles.note}>{t("frame.keptHere")}</span>
          </>
        ) : null}
        {onBack ? (
          <Button look="quiet" onClick={onBack}>
            {back}
          </Button>
        ) : null}
      </div>
    </form>
  );
}
