import { useTranslation } from "react-i18next";
import type { ArticleInfo } from "@/api/schema";
import { type StateTone, StateWord } from "@/ui/state-word";

type Told = Pick<ArticleInfo, "status" | "runId">;

/** How far an article is, in a word. */
export function StatusWord({ article }: { article: Told }) {
  const { t } = useTranslation();
  return <StateWord tone={toneOf(article)}>{t(`articles.states.${article.status}`)}</StateWord>;
}

function toneOf({ status, runId }: Told): StateTone {
  if (status === "foundations_approval") return "paused";
  if (status === "ready" || status === "published") return "done";
  return runId ? "running" : "waiting";
}
