import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { Segment } from "@/ui/segment";

const route = getRouteApi("/app/agents");

/** The ways to look at agents: one by one, as a chart, and what they can load. */
export function Views() {
  const { t } = useTranslation();
  const { view = "list" } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Segment
      label={t("agents.views")}
      value={view}
      options={[
        { value: "list", label: t("agents.list") },
        { value: "chart", label: t("agents.chart") },
        { value: "skills", label: t("agents.skills") },
        { value: "jobs", label: t("agents.jobs") },
      ]}
      onChange={(value) => void navigate({ search: value === "list" ? {} : { view: value } })}
    />
  );
}
