import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ArticleDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { articleKeys, deleteArticle, restoreArticle } from "../queries";

/** Puts the piece away; the notice that says so has the way back. */
export function Delete({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const may = useMay(article.projectId);
  const { isBusy, act } = useAct();
  if (!may("articles.own.delete")) return null;
  const again = () => client.invalidateQueries({ queryKey: articleKeys.all });
  const restore = () =>
    act(async () => {
      await restoreArticle(article.id);
      await again();
      await navigate({ to: "/articles", search: { article: article.id } });
    });
  const remove = () =>
    act(async () => {
      await deleteArticle(article.id);
      await navigate({ to: "/articles", search: {} });
      await again();
      notify({
        tone: "done",
        text: t("articles.deleted", { title: article.title }),
        action: { label: t("articles.undo"), run: () => void restore() },
      });
    });
  return (
    <div>
      <Button look="quiet" icon={Trash2} busy={isBusy} disabled={Boolean(article.runId)} onClick={remove}>
        {t("articles.delete")}
      </Button>
    </div>
  );
}
