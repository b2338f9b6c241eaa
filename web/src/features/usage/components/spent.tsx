import { useTranslation } from "react-i18next";
import type { UsageReport, UsageRow } from "@/api/schema";
import { count, money } from "@/lib/format";
import { cell, tableClass } from "@/ui/table";

type Names = Readonly<Record<string, string>>;

/** What the studio brings itself, in words: a connected provider is called what its owner called it. */
const MODELS: Names = { "offline/offline": "usage.offlineModel", "corpus/": "usage.ownDocuments" };
const SCOPES: Names = {
  content: "usage.scopeContent",
  site: "usage.scopeSite",
  articles: "usage.scopeArticles",
  workspace: "usage.scopeWorkspace",
  workflows: "usage.scopeWorkflows",
};

/** Who and what spent it: people and models, with calls, tokens and cost. */
export function Spent({ report }: { report: UsageReport }) {
  const { t } = useTranslation();
  const named = (rows: UsageRow[], names: Names) =>
    rows.map((row) => ({
      ...row,
      label: names[row.label] ? t(names[row.label] as "usage.scopeSite") : row.label,
    }));
  const groups = [
    [t("usage.person"), report.byPerson, t("usage.noPerson")],
    [t("usage.model"), named(report.byModel, MODELS), t("usage.noModel")],
    [t("usage.project"), report.byProject, t("usage.noProject")],
    [t("usage.scope"), named(report.byScope, SCOPES), t("usage.noScope")],
  ] as const;
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("usage.whoSpent")}</caption>
      <thead>
        <tr>
          <th scope="col">
            <span className="hidden-text">{t("usage.name")}</span>
          </th>
          <th scope="col" className={cell.number}>
            {t("usage.calls")}
          </th>
          <th scope="col" className={cell.number}>
            {t("usage.tokens")}
          </th>
          <th scope="col" className={cell.number}>
            {t("usage.cost")}
          </th>
          <th scope="col" className={`${cell.number} ${cell.wide}`}>
            {t("usage.perCall")}
          </th>
        </tr>
      </thead>
      {groups.map(([title, rows, nobody]) =>
        rows.length > 0 ? (
          <tbody key={title}>
            <tr>
              <th scope="rowgroup" colSpan={5} className={cell.group}>
                {title}
              </th>
            </tr>
            {rows.slice(0, 8).map((row) => (
              <Row key={row.key} row={row} nobody={nobody} />
            ))}
          </tbody>
        ) : null,
      )}
    </table>
  );
}

function Row({ row, nobody }: { row: UsageRow; nobody: string }) {
  const { t, i18n } = useTranslation();
  const cost = money(row.costMicros, i18n.language);
  const isFree = row.costMicros === 0 && row.unpriced === 0;
  // Calls without a price are left out of the sum, and estimates are in it: both are said.
  const sign = row.unpriced > 0 ? "≥ " : row.estimated > 0 ? "≈ " : "";
  return (
    <tr>
      <th scope="row" className={cell.fill}>
        {row.label || nobody}
      </th>
      <td className={cell.number}>{count(row.calls, i18n.language)}</td>
      <td className={cell.number}>{count(row.tokens, i18n.language)}</td>
      <td className={cell.number} title={`$${(row.costMicros / 1_000_000).toFixed(6)}`}>
        {isFree ? t("run.noCharge") : sign + cost}
      </td>
      <td className={`${cell.number} ${cell.wide} ${cell.muted}`}>
        {isFree || row.calls === 0 ? "–" : money(row.costMicros / row.calls, i18n.language)}
      </td>
    </tr>
  );
}
