import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/icon";
import { row } from "@/ui/split";

const route = getRouteApi("/app/connections");

/** The way back to the list, on a phone; there is none as long as there is no list. */
export function BackLink() {
  const { t } = useTranslation();
  const { item } = route.useSearch();
  if (!item) return null;
  return (
    <Link
      from="/connections"
      to="/connections"
      search={(before) => ({ ...before, item: undefined })}
      className={row.back}
    >
      <Icon of={ArrowLeft} /> {t("frame.connections")}
    </Link>
  );
}
