/** What the run behind a call has cost so far. */
import { useTranslation } from "react-i18next";
import type { ApprovalInfo } from "@/api/schema";
import { money } from "@/lib/format";

/** Return in words what the run and all it handed on have cost; nothing where that is not told. */
export function useCost({ run }: Pick<ApprovalInfo, "run">): string {
  const { t, i18n } = useTranslation();
  if (!run) return "";
  if (run.costMicros === 0 && run.unpriced > 0) return t("approval.runUnpriced");
  return t("approval.runSoFar", { cost: money(run.costMicros, i18n.language) });
}
