import { FileText } from "lucide-react";
import { brings, page } from "@/lib/feature";
import { affectsContent } from "./affected";
import { readPlace } from "./place";

export const feature = brings({
  id: "content",
  rail: { name: { en: "Content", tr: "İçerik" }, icon: FileText, section: "work", keys: "g c" },
  pages: [page("/content", readPlace, () => import("./page"), "ContentPage")],
  offers: () => import("./offers"),
  affected: affectsContent,
});
