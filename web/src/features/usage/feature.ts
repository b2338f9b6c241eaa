import { ChartColumn } from "lucide-react";
import { readUsage } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "usage",
  rail: {
    name: { en: "Usage", tr: "Kullanım" },
    icon: ChartColumn,
    section: "studio",
    keys: "g u",
    permission: "usage.own.read",
  },
  pages: [page("/usage", readUsage, () => import("./screen"), "UsageScreen")],
  offers: () => import("./offers"),
});
