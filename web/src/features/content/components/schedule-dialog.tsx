import { useTranslation } from "react-i18next";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { fromField, toField } from "../dates";
import { useStatus } from "../use-status";
import styles from "./schedule-view.module.css";

const ZONE = Intl.DateTimeFormat().resolvedOptions().timeZone;

export interface Scheduled {
  model: string;
  entry: string;
  /** Null for a model that has one text for all locales. */
  locale: string | null;
  title: string;
  publishAt: string | null;
  expireAt: string | null;
}

/** When an entry appears and when it goes; both dates may be left out. */
export default function ScheduleDialog({ of, onClose }: { of: Scheduled; onClose: () => void }) {
  const { t } = useTranslation();
  const { change } = useStatus();
  const send = async ({ from = "", until = "" }: Record<string, string>) => {
    const isMade = await change({
      model: of.model,
      entry: of.entry,
      status: "published",
      publishAt: fromField(from),
      expireAt: fromField(until),
      ...(of.locale ? { locale: of.locale } : {}),
    });
    if (isMade) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("content.scheduleOf", { title: of.title })}>
      <p className={styles.text}>{t("content.scheduleText", { zone: ZONE })}</p>
      <Form action={t("content.scheduleIt")} onSend={send} back={t("content.cancel")} onBack={onClose}>
        <Field
          label={t("content.publishAt")}
          hint={t("content.publishAtHint")}
          name="from"
          type="datetime-local"
          defaultValue={toField(of.publishAt)}
        />
        <Field
          label={t("content.expireAt")}
          hint={t("content.expireAtHint")}
          name="until"
          type="datetime-local"
          defaultValue={toField(of.expireAt)}
        />
      </Form>
    </Dialog>
  );
}
