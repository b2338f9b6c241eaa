import { Image } from "lucide-react";
import { readMedia } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "media",
  rail: {
    name: { en: "Media", tr: "Medya" },
    icon: Image,
    section: "studio",
    keys: "g m",
    permission: "media.team.read",
  },
  pages: [page("/media", readMedia, () => import("./page"), "MediaPage")],
});
