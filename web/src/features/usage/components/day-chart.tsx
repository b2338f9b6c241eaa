import { getRouteApi } from "@tanstack/react-router";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { classes } from "@/lib/classes";
import { count, money, percent, shortDay } from "@/lib/format";
import { cell, tableClass } from "@/ui/table";
import { type Column, type Columns, type Measure, OTHER } from "../model";
import styles from "./day-chart.module.css";

const route = getRouteApi("/app/usage");

const FILLS = [styles.c1, styles.c2, styles.c3, styles.c4, styles.c5, styles.c6];

/** What each day cost, as stacked columns. One day can be chosen: its figures stand in the table beside it. */
export function DayChart({ columns }: { columns: Columns }) {
  const { t } = useTranslation();
  const { day } = route.useSearch();
  const navigate = route.useNavigate();
  const name = useId();
  const chosen = columns.columns.find((column) => column.day === day) ?? columns.columns.at(-1);
  const show = useFigure(columns.measure);
  return (
    <div className={styles.chart}>
      <div className={styles.plot}>
        <div className={styles.grid} aria-hidden="true">
          {[0, ...columns.ticks].map((tick) => (
            <div
              key={tick}
              className={styles.tick}
              style={{ insetBlockEnd: `${(tick / columns.top) * 100}%` }}
            >
              <span className={styles.mark}>{show(tick)}</span>
            </div>
          ))}
        </div>
        <fieldset className={styles.days}>
          <legend className="hidden-text">{t("usage.pickDay")}</legend>
          {columns.columns.map((column, at) => (
            <Day
              key={column.day}
              group={name}
              column={column}
              columns={columns}
              isChosen={column.day === chosen?.day}
              hasLabel={(columns.columns.length - 1 - at) % Math.ceil(columns.columns.length / 4) === 0}
              onChoose={() =>
                void navigate({ search: (before) => ({ ...before, day: column.day }), replace: true })
              }
            />
          ))}
        </fieldset>
      </div>
      <Legend columns={columns} chosen={chosen} />
    </div>
  );
}

/** Return a function that writes a figure of the chart. */
function useFigure(measure: Measure): (value: number) => string {
  const { i18n } = useTranslation();
  return (value) => (measure === "cost" ? money(value, i18n.language) : count(value, i18n.language));
}

interface DayProps {
  group: string;
  column: Column;
  columns: Columns;
  isChosen: boolean;
  hasLabel: boolean;
  onChoose: () => void;
}

function Day({ group, column, columns, isChosen, hasLabel, onChoose }: DayProps) {
  const { t, i18n } = useTranslation();
  const show = useFigure(columns.measure);
  const date = shortDay(column.day, i18n.language);
  return (
    <label className={styles.day} title={t("usage.dayFigure", { day: date, figure: show(column.total) })}>
      <input
        type="radio"
        className="covering-input"
        name={group}
        checked={isChosen}
        onChange={onChoose}
        aria-label={t("usage.dayFigure", { day: date, figure: show(column.total) })}
      />
      <span className={styles.column}>
        {column.parts.map((part, at) =>
          part > 0 ? (
            <span
              key={columns.series[at]?.key}
              className={classes(styles.part, FILLS[at])}
              style={{ blockSize: `${(part / columns.top) * 100}%` }}
            />
          ) : null,
        )}
      </span>
      {hasLabel ? (
        <span className={styles.date} aria-hidden="true">
          {date}
        </span>
      ) : null}
    </label>
  );
}

function Legend({ columns, chosen }: { columns: Columns; chosen: Column | undefined }) {
  const { t, i18n } = useTranslation();
  const agent = useAgentName();
  const show = useFigure(columns.measure);
  const whole = columns.series.reduce((sum, each) => sum + each.total, 0);
  const share = (value: number) => percent(whole > 0 ? value / whole : 0, i18n.language);
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("usage.legend")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("usage.agent")}</th>
          <th scope="col" className={cell.number}>
            {chosen ? shortDay(chosen.day, i18n.language) : ""}
          </th>
          <th scope="col" className={cell.number}>
            {t("usage.whole")}
          </th>
          <th scope="col" className={cell.number}>
            {t("usage.share")}
          </th>
        </tr>
      </thead>
      <tbody>
        {columns.series.map((series, at) => (
          <tr key={series.key}>
            <th scope="row">
              <span className={classes(styles.key, FILLS[at])} aria-hidden="true" />
              {series.key === OTHER ? t("usage.other") : agent(series.label) || t("usage.noAgent")}
            </th>
            <td className={cell.number}>{show(chosen?.parts[at] ?? 0)}</td>
            <td className={cell.number}>{show(series.total)}</td>
            <td className={`${cell.number} ${cell.muted}`}>{share(series.total)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
