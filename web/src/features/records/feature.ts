import { Database } from "lucide-react";
import { readRecords } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

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
});
