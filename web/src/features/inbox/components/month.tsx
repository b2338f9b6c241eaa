import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { money } from "@/lib/format";
import { useSession } from "@/lib/session";
import styles from "./month.module.css";

/** The first of this month, as the viewer counts days. */
function monthStart(now: Date): string {
  return `${now.getFullYear()}-${String(now.getMonth() + 1).padStart(2, "0")}-01`;
}

/** What this month has cost so far, with the way to what it was spent on. */
export function Month() {
  const { t, i18n } = useTranslation();
  const may = useSession().permissions.includes("usage.own.read");
  const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const { data } = useQuery({
    queryKey: keys.usage({ range: "month", on: "inbox" }),
    queryFn: () =>
      unwrap(api.GET("/api/usage", { params: { query: { since: monthStart(new Date()), tz } } })),
    enabled: may,
    staleTime: 60_000,
  });
  if (!data) return null;
  const spent = data.totals.costMicros;
  return (
    <Link to="/usage" search={{ range: "month" }} className={styles.month}>
      {spent > 0 ? t("inbox.month", { cost: money(spent, i18n.language) }) : t("inbox.monthFree")}
    </Link>
  );
}
