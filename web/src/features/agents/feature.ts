import { CircleUserRound } from "lucide-react";
import { readAgents } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "agents",
  rail: {
    name: { en: "Agents", tr: "Ajanlar" },
    icon: CircleUserRound,
    section: "work",
    keys: "g a",
    permission: "agents.team.read",
  },
  pages: [page("/agents", readAgents, () => import("./screen"), "AgentsScreen")],
  offers: () => import("./offers"),
});
