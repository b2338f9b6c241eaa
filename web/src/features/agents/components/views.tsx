import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { row } from "@/ui/split";

const VIEWS = [
  [undefined, "agents.list"],
  ["chart", "agents.chart"],
  ["skills", "agents.skills"],
] as const;

/** The ways to look at agents: one by one, as a chart, and what they can load. */
export function Views() {
  const { t } = useTranslation();
  return (
    <nav aria-label={t("agents.views")}>
      {VIEWS.map(([view, word]) => (
        <Link key={word} to="/agents" search={{ view }} className={row.link}>
          <span className={row.name}>{t(word)}</span>
        </Link>
      ))}
    </nav>
  );
}
