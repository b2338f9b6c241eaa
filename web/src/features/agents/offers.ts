import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { CircleUserRound, MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { useMay } from "@/api/may";
import { askAgent } from "@/lib/ask";
import { type Command, goTo, make } from "@/lib/commands";

/** Offer each agent's page, a conversation with it, and a new agent. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const agents = useQuery(agentsQuery).data ?? [];
  const known = agents
    .filter(({ enabled }) => enabled)
    .flatMap(({ slug, name }): Command[] => [
      goTo(
        `agents.${slug}`,
        t("frame.agents"),
        name,
        () => navigate({ to: "/agents", search: { agent: slug } }),
        CircleUserRound,
      ),
      {
        id: `write.${slug}`,
        label: t("agents.talk", { name }),
        group: "do",
        icon: MessageSquareText,
        run: () => {
          askAgent({ agent: slug });
          if (matchMedia("(max-width: 719px)").matches) void navigate({ to: "/agent" });
        },
      },
    ]);
  if (!may("agents.team.create")) return known;
  return [...known, make("agent", t("agents.new"), () => navigate({ to: "/agents", search: { new: true } }))];
}
