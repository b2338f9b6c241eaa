import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { readAmount } from "@/api/budgets";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { BudgetInfo, NewBudgetBody } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { notify } from "@/lib/notices";
import { Field } from "../field";
import { Form } from "../form";
import { PickField } from "../pick";

const PERIODS = { day: "usage.perDay", month: "usage.perMonth", total: "usage.altogether" } as const;

interface BudgetFormProps {
  /** The one that gets another limit; left out for a new one. */
  budget?: BudgetInfo;
  /** Whose a new one is, where that is clear: `agent editor`. */
  isFor?: string;
  onDone: () => void;
}

/** A new budget, or another limit for one: whose, how much, how often, and whether runs stop at it. */
export function BudgetForm({ budget, isFor, onDone }: BudgetFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [scope, setScope] = useState(isFor ?? "workspace ");
  const [period, setPeriod] = useState<NewBudgetBody["period"]>("day");
  const [mode, setMode] = useState<NonNullable<NewBudgetBody["mode"]>>(budget?.mode ?? "hard");
  const scopes = useScopes();
  const send = async ({ limit = "" }: Record<string, string>) => {
    const limitMicros = readAmount(limit) ?? 0;
    if (budget) {
      const params = { path: { budget_id: budget.id } };
      await unwrap(api.PUT("/api/budgets/{budget_id}", { params, body: { limitMicros, mode } }));
    } else {
      const [scopeKind, scopeId = ""] = scope.split(" ") as [NewBudgetBody["scopeKind"], string?];
      const body = { scopeKind, scopeId, period: scopeKind === "run" ? "total" : period, limitMicros, mode };
      await unwrap(api.POST("/api/budgets", { body: body as NewBudgetBody }));
    }
    notify({ tone: "done", text: t("usage.budgetSet") });
    await client.invalidateQueries({ queryKey: keys.budgets });
    onDone();
  };
  return (
    <Form
      action={t(budget ? "usage.saveBudget" : "usage.setBudget")}
      onSend={send}
      back={t("usage.cancel")}
      onBack={onDone}
    >
      {budget ? null : (
        <>
          {isFor ? null : (
            <PickField label={t("usage.budgetFor")} value={scope} options={scopes} onChange={setScope} />
          )}
          {scope.startsWith("run") ? null : (
            <PickField
              label={t("usage.period")}
              value={period}
              options={Object.entries(PERIODS).map(([value, word]) => ({ value, label: t(word) }))}
              onChange={(next) => setPeriod(next as NewBudgetBody["period"])}
            />
          )}
        </>
      )}
      <Field
        label={t("usage.limit")}
        name="limit"
        inputMode="decimal"
        pattern="[0-9]+([.,][0-9]+)?"
        defaultValue={budget ? String(budget.limitMicros / 1_000_000) : ""}
        required
      />
      <PickField
        label={t("usage.atLimit")}
        value={mode}
        options={[
          { value: "hard", label: t("usage.hard") },
          { value: "soft", label: t("usage.soft") },
        ]}
        onChange={(next) => setMode(next === "soft" ? "soft" : "hard")}
      />
    </Form>
  );
}

/** Return what a budget can be about: the workspace, a project, an agent, oneself, or every run. */
function useScopes(): { value: string; label: string }[] {
  const { t } = useTranslation();
  const session = useQuery(sessionQuery).data;
  const agents = useQuery(agentsQuery).data ?? [];
  const projects = session?.projects ?? [];
  return [
    { value: "workspace ", label: t("usage.workspace") },
    { value: "run ", label: t("usage.everyRun") },
    ...projects.map(({ id, name }) => ({ value: `project ${id}`, label: t("usage.ofProject", { name }) })),
    ...agents.map(({ slug, name }) => ({ value: `agent ${slug}`, label: t("usage.ofAgent", { name }) })),
    ...(session
      ? [{ value: `person ${session.person.id}`, label: t("usage.ofPerson", { name: session.person.name }) }]
      : []),
  ];
}
