import { SlidersHorizontal } from "lucide-react";
import { readSettings } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "settings",
  rail: { name: { en: "Settings", tr: "Ayarlar" }, icon: SlidersHorizontal, section: "studio", keys: "g s" },
  pages: [page("/settings", readSettings, () => import("./screen"), "SettingsScreen")],
  offers: () => import("./offers"),
});
