import { Link } from "@tanstack/react-router";
import { BookOpen } from "lucide-react";
import { useMemo, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { buttonClass } from "@/ui/button";
import { Keys } from "@/ui/keys";
import { usePublishedPage } from "@/ui/review/use-published";
import { useDesk } from "../desk";

const KEYS = "p";

/** The way from a merged change to the page that readers see now. */
export function PublishedLink() {
  const { t } = useTranslation();
  const page = usePublishedPage(useDesk().detail);
  const link = useRef<HTMLAnchorElement>(null);
  const isThere = page !== null;
  const commands = useMemo<Command[]>(() => {
    if (!isThere) return [];
    const run = () => link.current?.click();
    return [
      {
        id: "review.published",
        label: t("review.seePublished"),
        group: "go",
        icon: BookOpen,
        keys: [KEYS],
        run,
      },
    ];
  }, [t, isThere]);
  useCommands(commands);
  if (!page) return null;
  return (
    <Link
      ref={link}
      to="/read/$project/$model/$entry"
      params={{ ...page.place }}
      search={page.locale ? { locale: page.locale } : {}}
      className={buttonClass("usual")}
    >
      {t("review.seePublished")}
      <Keys chord={KEYS} />
    </Link>
  );
}
