import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import type { ChangeAnswer } from "@/api/schema";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { addLocale, copyLocale } from "../changes";
import { localeName, useContent } from "../context";
import { useGo } from "../place";
import { useTold } from "../use-told";
import styles from "./schedule-view.module.css";

/** One more locale for the project; the entries of the default one can be copied over, to be translated there. */
export default function LocaleDialog({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const { projectId, models, status } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const go = useGo();
  const source = status.defaultLocale;
  const send = async ({ locale = "", copy }: Record<string, string>) => {
    const answers: ChangeAnswer[] = [await addLocale(projectId, locale.trim())];
    const isThere = answers[0]?.state === "merged";
    for (const model of copy === "on" && isThere ? models.filter((one) => one.i18n) : []) {
      const count = status.models.find(({ id }) => id === model.id)?.entries?.[source] ?? 0;
      if (count > 0) answers.push(await copyLocale(projectId, model.id, source, locale.trim()));
    }
    told(...answers);
    onClose();
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    if (isThere) go({ locale: locale.trim(), missing: undefined, part: undefined }, true);
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("content.addLocale")}>
      <p className={styles.text}>{t("content.addLocaleText")}</p>
      <Form action={t("content.addLocale")} onSend={send} back={t("content.cancel")} onBack={onClose}>
        <Field
          label={t("content.localeCode")}
          hint={t("content.localeCodeHint")}
          name="locale"
          required
          maxLength={35}
          pattern="[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*"
          autoComplete="off"
        />
        <Check name="copy">{t("content.copyAll", { locale: localeName(source, i18n.language) })}</Check>
      </Form>
    </Dialog>
  );
}
