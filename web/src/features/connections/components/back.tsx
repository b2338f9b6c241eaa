import { Link } from "@tanstack/react-router";
import { ArrowLeft } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/icon";
import { row } from "@/ui/split";

/** The way back to the list, on a phone. */
export function BackLink() {
  const { t } = useTranslation();
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
