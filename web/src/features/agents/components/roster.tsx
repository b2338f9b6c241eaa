import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { budgetsQuery } from "@/api/budgets";
import { useMay } from "@/api/may";
import type { BudgetInfo, ChartEntry } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { money } from "@/lib/format";
import { BudgetBar } from "@/ui/budget/bars";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { heartbeatsQuery, schedulesQuery, spentTodayQuery } from "../queries";
import { useRhythmWords } from "../use-rhythm-words";
import { useStates } from "../use-states";
import styles from "./chart.module.css";

/** The agents in rows: whom they get work from, what they run on and when, what they used today, what they are at. */
export function Roster({ entries, chosen }: { entries: ChartEntry[]; chosen: string }) {
  const { t } = useTranslation();
  const may = useMay();
  const agents = useQuery(agentsQuery).data ?? [];
  const person = useQuery(sessionQuery).data?.person;
  const schedules = useQuery({ ...schedulesQuery, enabled: may("schedules.team.read") }).data ?? [];
  const beats = useQuery({ ...heartbeatsQuery, enabled: may("actions.team.read") }).data ?? [];
  const spent = useQuery({ ...spentTodayQuery, enabled: may("usage.team.read") }).data?.byAgent;
  const budgets = useQuery({ ...budgetsQuery, enabled: may("budgets.team.read") }).data?.budgets ?? [];
  const said = useRhythmWords();
  const stateOf = useStates();
  const nameOf = (slug: string | null) => entries.find((one) => one.slug === slug)?.name ?? person?.name;
  return (
    <div className={styles.roster}>
      <table className={tableClass}>
        <caption className="hidden-text">{t("agents.table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("agents.one")}</th>
            <th scope="col">{t("agents.worksFor")}</th>
            <th scope="col" className={cell.wide}>
              {t("agents.modelAndVersion")}
            </th>
            <th scope="col" className={cell.wide}>
              {t("agents.byTheClock")}
            </th>
            <th scope="col" className={cell.number}>
              {t("agents.callsToday")}
            </th>
            <th scope="col">{t("agents.spentToday")}</th>
            <th scope="col">{t("agents.state")}</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((one) => {
            const agent = agents.find(({ slug }) => slug === one.slug);
            const clock = schedules.find(({ agent: slug, isPaused }) => slug === one.slug && !isPaused);
            const beat = beats.find(({ agent: slug, status }) => slug === one.slug && status === "active");
            const due = clock ?? (beat && { cron: beat.schedule, timeZone: beat.zone });
            const used = spent?.find(({ key }) => key === one.slug);
            const state = stateOf(one);
            return (
              <tr key={one.slug} aria-current={one.slug === chosen ? "true" : undefined}>
                <td>
                  <Link to="/agents" search={{ agent: one.slug }} className={styles.to}>
                    {one.name}
                  </Link>
                </td>
                <td className={cell.muted}>{nameOf(one.reportsTo)}</td>
                <td className={cell.wide}>
                  <span className={styles.quiet}>
                    {t("agents.modelVersion", {
                      model: agent?.model ?? t("agents.defaultModel"),
                      version: agent?.version,
                    })}
                  </span>
                </td>
                <td className={cell.wide}>
                  <span className={styles.quiet}>{due ? said(due) : t("agents.onRequest")}</span>
                </td>
                <td className={cell.number}>{used?.calls ?? 0}</td>
                <td>
                  <Spent
                    name={one.name}
                    micros={used?.costMicros ?? 0}
                    budget={budgets.find(
                      ({ scopeKind, scopeId, period }) =>
                        scopeKind === "agent" && scopeId === one.slug && period === "day",
                    )}
                  />
                </td>
                <td>
                  {state ? (
                    <StateWord tone={state.tone}>{state.said}</StateWord>
                  ) : (
                    <span className={styles.quiet}>{t("agents.idle")}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

interface SpentProps {
  name: string;
  micros: number;
  /** What it may spend in a day. */
  budget: BudgetInfo | undefined;
}

function Spent({ name, micros, budget }: SpentProps) {
  const { t, i18n } = useTranslation();
  const spent = money(micros, i18n.language);
  if (!budget?.standing) return spent;
  const limit = money(budget.standing.limitMicros, i18n.language);
  return (
    <span className={styles.spent}>
      <span>
        {spent} <span className={styles.quiet}>{t("agents.ofLimit", { limit })}</span>
      </span>
      <BudgetBar standing={budget.standing} label={`${name}: ${spent} / ${limit}`} />
    </span>
  );
}
