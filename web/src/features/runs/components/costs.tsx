import { useTranslation } from "react-i18next";
import type { TraceInfo } from "@/api/schema";
import { count, money } from "@/lib/format";
import { cell, tableClass } from "@/ui/table";
import { costByModel, type ModelCost } from "../model";
import styles from "./costs.module.css";

/** What each model was asked and what it cost, with the sum. */
export function Costs({ trace }: { trace: TraceInfo }) {
  const { t, i18n } = useTranslation();
  const rows = costByModel(trace);
  if (rows.length === 0) return null;
  const sum = (pick: (row: ModelCost) => number) => rows.reduce((whole, row) => whole + pick(row), 0);
  const number = (value: number) => count(value, i18n.language);
  const price = (micros: number | null) =>
    micros === null ? t("run.costUnknown") : micros === 0 ? t("run.noCharge") : money(micros, i18n.language);
  return (
    <section className={styles.costs}>
      <h2 className={styles.title}>
        {t("runs.cost")} <span className={styles.note}>{t("runs.byModel")}</span>
      </h2>
      <table className={tableClass}>
        <caption className="hidden-text">{t("runs.costTable")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("runs.model")}</th>
            {(["runs.calls", "runs.tokensIn", "runs.tokensCached", "runs.tokensOut"] as const).map((word) => (
              <th key={word} scope="col" className={cell.number}>
                {t(word)}
              </th>
            ))}
            <th scope="col" className={cell.number}>
              $
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.model}>
              <th scope="row" className={cell.fill}>
                {row.model}
              </th>
              <td className={cell.number}>{number(row.calls)}</td>
              <td className={cell.number}>{number(row.input)}</td>
              <td className={cell.number}>{number(row.cached)}</td>
              <td className={cell.number}>{number(row.output)}</td>
              <td className={cell.number}>{price(row.costMicros)}</td>
            </tr>
          ))}
          {rows.length > 1 ? (
            <tr>
              <th scope="row" className={cell.total}>
                {t("runs.together")}
              </th>
              <td className={cell.number}>{number(sum((row) => row.calls))}</td>
              <td className={cell.number}>{number(sum((row) => row.input))}</td>
              <td className={cell.number}>{number(sum((row) => row.cached))}</td>
              <td className={cell.number}>{number(sum((row) => row.output))}</td>
              <td className={`${cell.number} ${cell.total}`}>{price(trace.costMicros)}</td>
            </tr>
          ) : null}
        </tbody>
      </table>
    </section>
  );
}
