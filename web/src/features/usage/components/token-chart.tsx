import { useTranslation } from "react-i18next";
import type { UsageRow } from "@/api/schema";
import { classes } from "@/lib/classes";
import { count, shortDay } from "@/lib/format";
import fills from "./day-chart.module.css";
import styles from "./token-chart.module.css";

/** What models read anew, read from their cache, and wrote, one row per day that had work. */
export function TokenChart({ days }: { days: UsageRow[] }) {
  const { t, i18n } = useTranslation();
  const busy = days.filter((day) => day.tokens > 0).slice(-7);
  const top = Math.max(1, ...busy.map((day) => day.tokens));
  const parts = [
    {
      name: t("usage.readNew"),
      fill: fills.c1,
      of: (day: UsageRow) => day.inputTokens + day.cacheWriteTokens,
    },
    { name: t("usage.readCached"), fill: fills.c4, of: (day: UsageRow) => day.cacheReadTokens },
    { name: t("usage.written"), fill: fills.c2, of: (day: UsageRow) => day.outputTokens },
  ];
  const number = (value: number) => count(value, i18n.language);
  if (busy.length === 0) return <p className={styles.none}>{t("usage.noWork")}</p>;
  return (
    <>
      <p className={styles.legend}>
        {parts.map(({ name, fill }) => (
          <span key={name}>
            <span className={classes(fills.key, fill)} aria-hidden="true" />
            {name}
          </span>
        ))}
      </p>
      <ul>
        {busy.map((day) => (
          <li key={day.key} className={styles.row}>
            <span>{shortDay(day.key, i18n.language)}</span>
            <span
              className={styles.track}
              role="img"
              aria-label={parts.map(({ name, of }) => `${name} ${number(of(day))}`).join(", ")}
              title={parts.map(({ name, of }) => `${name} ${number(of(day))}`).join(", ")}
            >
              {parts.map(({ name, fill, of }) => (
                <span
                  key={name}
                  className={classes(styles.part, fill)}
                  style={{ inlineSize: `${(of(day) / top) * 100}%` }}
                />
              ))}
            </span>
            <span className={styles.number}>{number(day.tokens)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
