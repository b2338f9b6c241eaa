import { FileText } from "lucide-react";
import { brings, page } from "@/lib/feature";
import { readPlace } from "./place";

export const feature = brings({
  id: "content",
  rail: { icon: FileText, section: "work", keys: "g c" },
  pages: [page("/content", readPlace, () => import("./page"), "ContentPage")],
});
