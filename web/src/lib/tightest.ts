/** Which of several budgets a person meets first. */
import type { BudgetInfo } from "@/api/schema";

interface Where {
  personId: string;
  projectId: string | null;
}

/** Return the budget with the least left of those that count this person's work in this project; null if none does. */
export function tightestOf(
  budgets: readonly BudgetInfo[],
  { personId, projectId }: Where,
): BudgetInfo | null {
  const counts = ({ scopeKind, scopeId, standing }: BudgetInfo) =>
    standing !== null &&
    (scopeKind === "workspace" ||
      (scopeKind === "person" && scopeId === personId) ||
      (scopeKind === "project" && scopeId === projectId));
  const left = (budget: BudgetInfo) => budget.standing?.leftMicros ?? Number.POSITIVE_INFINITY;
  return budgets.filter(counts).sort((one, two) => left(one) - left(two))[0] ?? null;
}
