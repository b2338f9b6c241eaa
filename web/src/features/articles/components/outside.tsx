import { useQuery } from "@tanstack/react-query";
import { Send as SendIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ArticleDetail, ArticlePublication } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Pick } from "@/ui/pick";
import { destinationsQuery, publishTo } from "../queries";
import styles from "./send.module.css";
import { Target } from "./target";

/** Places outside that a finished piece can be sent to; nothing where none is connected. */
export function Outside({ article, isStopped }: { article: ArticleDetail; isStopped: boolean }) {
  const { t } = useTranslation();
  const { isBusy, act } = useAct();
  const canSee = useMay()("entities.team.read");
  const places = useQuery({ ...destinationsQuery, enabled: canSee }).data ?? [];
  const [chosen, setChosen] = useState("");
  const [sent, setSent] = useState<ArticlePublication | null>(null);
  const first = places[0];
  if (!first) return null;
  const go = () => void act(async () => setSent(await publishTo(article.id, chosen || first.id)));
  return (
    <div className={styles.to}>
      <Target icon={SendIcon} name={t("articles.outside")} told={t("articles.arrives.outside")} />
      <Pick
        label={t("articles.place")}
        value={chosen || first.id}
        onChange={setChosen}
        options={places.map(({ id, name }) => ({ value: id, label: name }))}
      />
      <Button busy={isBusy} disabled={isStopped} onClick={go}>
        {t("articles.sendDraft")}
      </Button>
      {sent ? (
        <span>
          {sent.url ? (
            <a href={sent.url} target="_blank" rel="noreferrer">
              {t("articles.isThere", { place: sent.destination })}
            </a>
          ) : (
            t("articles.isThere", { place: sent.destination })
          )}
        </span>
      ) : null}
    </div>
  );
}
