import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { askAgent } from "@/lib/ask";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { localeName, useContent } from "../context";
import { standing } from "../locales";
import { titleOf } from "../model";
import { useGo } from "../place";
import { entryQuery, parityQuery } from "../queries";
import type { Editor } from "../use-editor";

/** A locale that lacks the entry: begin with another locale's text, or let the editor translate it. */
export function MissingHere({ editor }: { editor: Editor }) {
  const { t, i18n } = useTranslation();
  const { status, locale } = useContent();
  const source = status.defaultLocale;
  const other = useQuery(entryQuery({ ...editor.wish, locale: source }));
  const names = { locale: localeName(locale, i18n.language), source: localeName(source, i18n.language) };
  const data = locale === source ? null : (other.data?.data ?? null);
  const { projectId, model: modelId, entry, ref } = editor.wish;
  const parity = useQuery(parityQuery(projectId, ref)).data;
  const isElsewhere = parity === undefined || standing(parity, modelId, entry, locale).isMissing;
  if (entry !== null && !data && !other.isPending && !isElsewhere) return <GoneEntry />;
  return (
    <Empty
      title={t("content.missingTitle", names)}
      actions={
        data && editor.canWrite ? (
          <>
            <Button onClick={() => editor.replace(data)}>{t("content.beginWith", names)}</Button>
            <Button
              onClick={() =>
                askAgent({
                  agent: "editor",
                  text: t("content.translateAsk", {
                    ...names,
                    title: titleOf(editor.model, data, editor.wish.entry ?? ""),
                  }),
                })
              }
            >
              {t("content.translate")}
            </Button>
          </>
        ) : null
      }
    >
      <p>{t("content.missingText", names)}</p>
    </Empty>
  );
}

/** An entry that is in no locale: deleted meanwhile, or an address that never led anywhere. */
function GoneEntry() {
  const { t } = useTranslation();
  const { model } = useContent();
  const go = useGo();
  return (
    <Empty
      title={t("content.goneTitle")}
      actions={
        <Button onClick={() => go({ entry: undefined, view: undefined, beside: undefined })}>
          {t("content.goneBack", { model: model.name })}
        </Button>
      }
    >
      <p>{t("content.goneText")}</p>
    </Empty>
  );
}
