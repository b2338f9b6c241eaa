import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { type Command, make } from "@/lib/commands";

/** Offer to set a budget. */
export function useOffers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  if (!may("budgets.team.create")) return [];
  return [make("budget", t("usage.setBudget"), () => navigate({ to: "/usage", search: { new: true } }))];
}
