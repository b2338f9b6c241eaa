import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { budgetsQuery } from "@/api/budgets";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { BudgetInfo, StandingInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { money, percent } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "../button";
import styles from "./bars.module.css";
import { BudgetForm } from "./form";

/** Where on the track runs stop: what was spent beyond shows after it. */
const STOP_AT = 88;

interface BudgetsProps {
  /** Which of them are meant; all unless said. */
  of?: (budget: BudgetInfo) => boolean;
  /** What is said where there is none. */
  none: string;
}

/** How close the budgets are, as bars with the line where runs pause. */
export function Budgets({ of = () => true, none }: BudgetsProps) {
  const all = useQuery(budgetsQuery).data?.budgets;
  const budgets = (all ?? []).filter(of);
  if (budgets.length === 0) return all ? <p className={styles.none}>{none}</p> : null;
  return (
    <ul>
      {budgets.map((budget) => (
        <BudgetRow key={budget.id} budget={budget} />
      ))}
    </ul>
  );
}

function BudgetRow({ budget }: { budget: BudgetInfo }) {
  const { t, i18n } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const canChange = useMay()("budgets.team.update");
  const who = useScopeName(budget);
  const { standing } = budget;
  const limit = money(standing?.limitMicros ?? budget.limitMicros, i18n.language);
  const figure = standing ? `${money(standing.spentMicros, i18n.language)} / ${limit}` : limit;
  return (
    <li className={styles.item}>
      <div className={styles.row}>
        <div>
          {who}
          <span className={styles.small}>
            {t(PERIODS[budget.scopeKind === "run" ? "run" : budget.period])}
          </span>
        </div>
        {standing ? <BudgetBar standing={standing} label={`${who}: ${figure}`} /> : <span />}
        <div className={styles.figure}>
          {figure}
          <Note budget={budget} />
        </div>
        {canChange ? (
          <Button
            small
            look="quiet"
            aria-expanded={isOpen}
            aria-label={t("usage.changeBudget", { who })}
            onClick={() => setOpen(!isOpen)}
          >
            {t("usage.change")}
          </Button>
        ) : null}
      </div>
      {isOpen ? <Change budget={budget} onDone={() => setOpen(false)} /> : null}
    </li>
  );
}

const PERIODS = {
  day: "usage.today",
  month: "usage.thisMonth",
  total: "usage.altogether",
  run: "usage.perRun",
} as const;

/** Return what a budget is about, in words. */
function useScopeName({ scopeKind, scopeId, scopeLabel }: BudgetInfo): string {
  const { t } = useTranslation();
  const agent = useAgentName();
  if (scopeKind === "workspace") return t("usage.workspace");
  if (scopeKind === "run") return t("usage.everyRun");
  return scopeKind === "agent" ? agent(scopeId) : scopeLabel || scopeId;
}

/** How much of a budget is spent and reserved, with the line where runs pause. */
export function BudgetBar({ standing, label }: { standing: StandingInfo; label: string }) {
  const share = (micros: number) =>
    standing.limitMicros > 0 ? Math.min(100, (micros / standing.limitMicros) * STOP_AT) : 100;
  const spent = share(standing.spentMicros);
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot show what is reserved
    <div
      className={styles.track}
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={standing.limitMicros}
      aria-valuenow={Math.min(standing.spentMicros, standing.limitMicros)}
    >
      <span
        className={classes(
          styles.spent,
          standing.state === "warned" && styles.warned,
          standing.state === "reached" && styles.reached,
        )}
        style={{ inlineSize: `${spent}%` }}
      />
      {standing.reservedMicros > 0 ? (
        <span
          className={styles.reserved}
          style={{
            insetInlineStart: `${spent}%`,
            inlineSize: `${Math.min(share(standing.reservedMicros), 100 - spent)}%`,
          }}
        />
      ) : null}
      <span className={styles.stop} style={{ insetInlineStart: `${STOP_AT}%` }} />
    </div>
  );
}

function Note({ budget }: { budget: BudgetInfo }) {
  const { t, i18n } = useTranslation();
  const { standing, waitingRuns } = budget;
  if (waitingRuns > 0)
    return <span className={styles.bad}>{t("usage.runsWait", { count: waitingRuns })}</span>;
  if (!standing) return null;
  if (standing.state === "reached") return <span className={styles.bad}>{t("usage.reached")}</span>;
  const share = standing.limitMicros > 0 ? standing.spentMicros / standing.limitMicros : 1;
  const words = t("usage.percentUsed", { percent: percent(share, i18n.language) });
  return <span className={standing.state === "warned" ? styles.warn : styles.small}>{words}</span>;
}

function Change({ budget, onDone }: { budget: BudgetInfo; onDone: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const remove = () =>
    act(async () => {
      const params = { path: { budget_id: budget.id } };
      await unwrap(api.DELETE("/api/budgets/{budget_id}", { params }));
      notify({ tone: "done", text: t("usage.budgetGone") });
      await client.invalidateQueries({ queryKey: keys.budgets });
    });
  return (
    <div className={styles.change}>
      <BudgetForm budget={budget} onDone={onDone} />
      <Button look="danger" small busy={isBusy} onClick={() => remove()}>
        {t("usage.deleteBudget")}
      </Button>
    </div>
  );
}
