import { PanelsTopLeft } from "lucide-react";
import { brings, page } from "@/lib/feature";
import { readSite } from "./place";

export const feature = brings({
  id: "site",
  rail: {
    name: { en: "Site", tr: "Site" },
    icon: PanelsTopLeft,
    section: "work",
    keys: "g w",
    permission: "site.read",
  },
  pages: [page("/site", readSite, () => import("./screen"), "SiteScreen")],
});
