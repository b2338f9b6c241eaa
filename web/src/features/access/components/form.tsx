import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { type ApiError, asApiError, UNREACHABLE } from "@/api/errors";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import styles from "./gate.module.css";

interface FormProps {
  action: string;
  onSend: (values: Record<string, string>) => Promise<void>;
  children: ReactNode;
}

/** A form that is sent once at a time and says above its fields what went wrong. */
export function GateForm({ action, onSend, children }: FormProps) {
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<ApiError | null>(null);
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setBusy(true);
    setError(null);
    try {
      await onSend(values);
    } catch (thrown) {
      setError(asApiError(thrown));
      setBusy(false);
    }
  };
  const isLost = error?.code === UNREACHABLE;
  return (
    <form className={styles.form} onSubmit={(event) => void send(event)}>
      {error ? (
        <Notice tone="danger" title={isLost ? t("errors.unreachable") : error.message} alert>
          <p>{isLost ? t("errors.unreachableNext") : error.suggestion}</p>
        </Notice>
      ) : null}
      {children}
      <Button type="submit" look="primary" busy={isBusy}>
        {action}
      </Button>
    </form>
  );
}
