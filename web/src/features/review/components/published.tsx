import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { buttonClass } from "@/ui/button";
import { usePublishedPage } from "@/ui/review/use-published";
import { useDesk } from "../desk";

/** The way from a merged change to the page that readers see now. */
export function PublishedLink() {
  const { t } = useTranslation();
  const page = usePublishedPage(useDesk().detail);
  if (!page) return null;
  return (
    <Link
      to="/read/$project/$model/$entry"
      params={{ ...page.place }}
      search={page.locale ? { locale: page.locale } : {}}
      className={buttonClass("usual")}
    >
      {t("review.seePublished")}
    </Link>
  );
}
