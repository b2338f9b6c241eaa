import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { readingQuery } from "@/api/reading";
import { buttonClass } from "@/ui/button";
import { useDesk } from "../desk";
import { publishedPlaces } from "../published";

const LOOKED_AT = 3;

/** The way from a merged change to the page that readers see now. */
export function PublishedLink() {
  const { t } = useTranslation();
  const { detail } = useDesk();
  const { projectId } = detail.proposal;
  const places = projectId ? publishedPlaces(projectId, detail.hunks).slice(0, LOOKED_AT) : [];
  const pages = useQueries({ queries: places.map(({ place, locale }) => readingQuery(place, locale)) });
  const at = pages.findIndex(({ data }) => data !== undefined);
  const found = places[at];
  if (!found) return null;
  return (
    <Link
      to="/read/$project/$model/$entry"
      params={{ ...found.place }}
      search={found.locale ? { locale: found.locale } : {}}
      className={buttonClass("usual")}
    >
      {t("review.seePublished")}
    </Link>
  );
}
