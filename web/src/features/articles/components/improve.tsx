import { PencilLine } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail, ImprovedPassage } from "@/api/schema";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { StateWord } from "@/ui/state-word";
import { editArticle, improvePassage } from "../queries";
import { useDesk } from "../use-desk";
import styles from "./draft.module.css";

/** A better wording of one paragraph by an instruction: suggested first, in the text only if it is taken. */
export function Improve({ article, text }: { article: ArticleDetail; text: string }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const [wish, setWish] = useState<string | null>(null);
  const [told, setTold] = useState<ImprovedPassage | null>(null);
  if (wish === null)
    return <IconButton icon={PencilLine} name={t("articles.improve")} onClick={() => setWish("")} />;
  const close = () => {
    setWish(null);
    setTold(null);
  };
  const ask = () => void act(async () => setTold(await improvePassage(article.id, text, wish)));
  const take = () =>
    void act(async () => {
      const content = article.content.replace(text, () => told?.replacement ?? text);
      await editArticle(article.id, { content, version: article.version } as never);
      close();
    });
  return (
    <div className={styles.finding}>
      {told ? (
        <>
          <p>
            {told.changed ? told.replacement.replace(/\s*\{\{ref:\d+\}\}/g, "") : t("articles.nothingBetter")}
          </p>
          {told.passes ? null : <StateWord tone="failed">{t("articles.improvedFails")}</StateWord>}
        </>
      ) : (
        <Field
          label={t("articles.improveHow")}
          value={wish}
          onChange={(event) => setWish(event.target.value)}
        />
      )}
      <span className={styles.actions}>
        <Button small look="quiet" onClick={close}>
          {t("articles.cancel")}
        </Button>
        {told ? (
          <Button small busy={isBusy} disabled={!told.changed} onClick={take}>
            {t("articles.take")}
          </Button>
        ) : (
          <Button small busy={isBusy} disabled={wish.trim().length < 3} onClick={ask}>
            {t("articles.suggestWording")}
          </Button>
        )}
      </span>
    </div>
  );
}
