import { Plug } from "lucide-react";
import { readConnections } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "connections",
  rail: {
    name: { en: "Connections", tr: "Bağlantılar" },
    icon: Plug,
    section: "studio",
    keys: "g n",
    permission: "ai.providers.manage",
  },
  pages: [page("/connections", readConnections, () => import("./screen"), "ConnectionsScreen")],
  offers: () => import("./offers"),
});
