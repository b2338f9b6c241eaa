import { Newspaper } from "lucide-react";
import { readArticles } from "@/lib/addresses";
import { brings, page } from "@/lib/feature";

export const feature = brings({
  id: "articles",
  rail: {
    name: { en: "Articles", tr: "Makaleler" },
    icon: Newspaper,
    section: "work",
    keys: "g t",
    permission: "articles.own.read",
  },
  pages: [page("/articles", readArticles, () => import("./screen"), "ArticlesScreen")],
});
