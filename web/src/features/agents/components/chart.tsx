import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ChartEntry } from "@/api/schema";
import { StateWord } from "@/ui/state-word";
import { chartQuery } from "../queries";
import styles from "./chart.module.css";
import { Views } from "./views";

/** Who reports to whom, as a picture: each agent below the one it gets work from. */
export default function Chart() {
  const { t } = useTranslation();
  const entries = useQuery(chartQuery).data ?? [];
  const roots = entries.filter(({ depth }) => depth === 0);
  return (
    <section className={styles.chart} aria-label={t("agents.chart")}>
      <Views />
      <p className={styles.note}>{t("agents.chartText")}</p>
      <Level entries={entries} of={roots} />
    </section>
  );
}

function Level({ entries, of }: { entries: ChartEntry[]; of: ChartEntry[] }) {
  if (of.length === 0) return null;
  return (
    <ul className={styles.level}>
      {of.map((one) => (
        <li key={one.slug} className={styles.branch}>
          <Card one={one} />
          <Level entries={entries} of={entries.filter(({ reportsTo }) => reportsTo === one.slug)} />
        </li>
      ))}
    </ul>
  );
}

function Card({ one }: { one: ChartEntry }) {
  const { t } = useTranslation();
  const says = one.title ?? one.role;
  return (
    <Link to="/agents" search={{ agent: one.slug, part: "authority" }} className={styles.card}>
      <span className={styles.name}>{one.name}</span>
      {says ? <span className={styles.note}>{says}</span> : null}
      {one.enabled ? null : <StateWord tone="stopped">{t("agents.off")}</StateWord>}
    </Link>
  );
}
