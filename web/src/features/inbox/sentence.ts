/** What an inbox item says, in the reader's language. */
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { InboxItemInfo } from "@/api/schema";
import { aboutOf } from "@/lib/proposal";
import { spellName } from "@/lib/run/fold";

type Told = Pick<InboxItemInfo, "kind" | "title" | "askedBy" | "about" | "more" | "count">;

/** Return the sentence of an item; kinds this app does not know speak for themselves. */
export function sentenceOf(item: Told, agent: string, t: TFunction): string {
  switch (item.kind) {
    case "approval":
      return t("inbox.wantsTool", { agent, tool: spellName(item.about) });
    case "proposal":
      return proposalSentence(item, agent, t);
    case "submission":
      return t("inbox.sent", { form: spellName(item.askedBy), about: item.about.split(", ")[0] });
    case "article":
      return t("inbox.foundations", { about: item.about });
    case "task":
      return t("inbox.toDo", { about: item.about });
    default:
      return item.title;
  }
}

function proposalSentence(item: Told, agent: string, t: TFunction): string {
  const { about, more, count } = item;
  if (more === null) return t("inbox.proposes", { agent, count, about });
  return t("inbox.proposesTo", { agent, count, about: aboutOf(about, more, t) });
}

/** Return a function that gives the sentence of an item. */
export function useSentence(): (item: InboxItemInfo) => string {
  const { t } = useTranslation();
  const name = useAgentName();
  return (item) => sentenceOf(item, name(item.askedBy), t);
}
