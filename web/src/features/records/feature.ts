import { Database } from "lucide-react";
import { withWords } from "@/i18n";
import { readRecords } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";
import { later } from "@/ui/later";

export const feature = brings({
  id: "records",
  rail: {
    name: { en: "Records", tr: "Kayıtlar" },
    icon: Database,
    section: "work",
    keys: "g e",
    permission: "entities.team.read",
  },
  pages: [page("/records", readRecords, () => import("./screen"), "RecordsScreen")],
  cards: { generateBrief: later(() => withWords(() => import("./components/brief-card"))) },
});
