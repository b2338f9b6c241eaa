import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { askAgent } from "@/lib/ask";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { copyLocale } from "../changes";
import { localeName, useContent } from "../context";
import { useTold } from "../use-told";

/** A locale that has nothing of a model yet: copy another locale's entries, or let the editor translate them. */
export function EmptyLocale({ count }: { count: number }) {
  const { t, i18n } = useTranslation();
  const { projectId, model, locale, status, can } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const { isBusy, act } = useAct();
  const source = status.defaultLocale;
  const names = {
    count,
    model: model.name,
    locale: localeName(locale, i18n.language),
    source: localeName(source, i18n.language),
  };
  const copy = () =>
    act(async () => {
      told(await copyLocale(projectId, model.id, source, locale));
      await client.invalidateQueries({ queryKey: keys.content });
      await client.invalidateQueries({ queryKey: keys.inbox });
    });
  return (
    <Empty
      title={t("content.emptyLocale", names)}
      actions={
        can.write ? (
          <>
            <Button busy={isBusy} onClick={() => copy()}>
              {t("content.copyEntries", names)}
            </Button>
            <Button onClick={() => askAgent({ agent: "editor", text: t("content.translateAll", names) })}>
              {t("content.translate")}
            </Button>
          </>
        ) : null
      }
    >
      <p>{t("content.emptyLocaleText", names)}</p>
    </Empty>
  );
}
