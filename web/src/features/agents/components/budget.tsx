import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { Budgets } from "@/ui/budget/bars";
import { BudgetForm } from "@/ui/budget/form";
import { Button } from "@/ui/button";
import styles from "./agent.module.css";

/** What the agent may spend: its own budgets, and those of the workspace and of every run, which hold as well. */
export function AgentBudget({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const may = useMay();
  const [isSetting, setSetting] = useState(false);
  const name = { name: agent.name };
  return (
    <div className={styles.sections}>
      <section>
        <h3 className={styles.groupHead}>{t("agents.budgetOwn")}</h3>
        <Budgets
          of={({ scopeKind, scopeId }) => scopeKind === "agent" && scopeId === agent.slug}
          none={t("agents.budgetNone", name)}
        />
        {isSetting ? (
          <BudgetForm isFor={`agent ${agent.slug}`} onDone={() => setSetting(false)} />
        ) : may("budgets.team.create") ? (
          <div className={styles.add}>
            <Button onClick={() => setSetting(true)}>{t("agents.budgetSet", name)}</Button>
          </div>
        ) : null}
      </section>
      <section>
        <h3 className={styles.groupHead}>{t("agents.budgetAlso")}</h3>
        <Budgets
          of={({ scopeKind }) => scopeKind === "workspace" || scopeKind === "run"}
          none={t("agents.budgetAlsoNone")}
        />
      </section>
      <Link to="/usage">{t("agents.budgetUsage")}</Link>
    </div>
  );
}
