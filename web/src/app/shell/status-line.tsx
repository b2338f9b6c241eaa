import { useQuery } from "@tanstack/react-query";
import { Link, useSearch } from "@tanstack/react-router";
import { Activity, GitBranch, Wifi, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { budgetsQuery } from "@/api/budgets";
import { statusQuery } from "@/api/session";
import { branchWords } from "@/lib/branch";
import { classes } from "@/lib/classes";
import { money } from "@/lib/format";
import { useProject, useSession } from "@/lib/session";
import { tightestOf } from "@/lib/tightest";
import { Icon } from "@/ui/icon";
import styles from "./status-line.module.css";

/** The line at the foot: connection, running runs, what today cost, what the budget leaves, the branch. */
export function StatusLine() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(statusQuery);
  return (
    <footer className={styles.status}>
      <span className={classes(styles.part, isError && styles.lost)}>
        <Icon of={isError ? WifiOff : Wifi} size="tiny" />
        {isError ? t("frame.reconnecting") : t("frame.connected")}
      </span>
      {data ? (
        <Link to="/runs" className={styles.part} title={t("frame.version", { version: data.version })}>
          <Icon of={Activity} size="tiny" />
          {t("frame.runsGoing", { count: data.runsActive })}
        </Link>
      ) : null}
      <span className={styles.end}>
        <Money spent={data?.spentTodayMicros ?? null} />
        <BranchPart />
      </span>
    </footer>
  );
}

const LEFT = {
  day: "frame.leftToday",
  month: "frame.leftThisMonth",
  total: "frame.leftInAll",
} as const;

/** What today has cost, and what is left of the budget one meets first. */
function Money({ spent }: { spent: number | null }) {
  const { t, i18n } = useTranslation();
  const { permissions, person } = useSession();
  const project = useProject();
  const budgets = useQuery({ ...budgetsQuery, enabled: permissions.includes("budgets.own.read") }).data;
  const budget = tightestOf(budgets?.budgets ?? [], {
    personId: person.id,
    projectId: project?.id ?? null,
  });
  const standing = budget?.standing;
  const figure = (micros: number) => money(micros, i18n.language);
  return (
    <>
      {spent !== null && (spent > 0 || !standing) ? (
        <span>{spent > 0 ? t("frame.spentToday", { cost: figure(spent) }) : t("frame.nothingSpent")}</span>
      ) : null}
      {budget && standing ? (
        <Link to="/usage" className={classes(styles.part, standing.state !== "ok" && styles.lost)}>
          {t(LEFT[budget.period], {
            left: figure(Math.max(0, standing.leftMicros)),
            limit: figure(standing.limitMicros),
          })}
        </Link>
      ) : null}
    </>
  );
}

/** The branch whose content one looks at. */
function BranchPart() {
  const { t, i18n } = useTranslation();
  const ref = useSearch({ strict: false, select: (search) => search.ref });
  const project = useProject();
  if (!project) return null;
  return (
    <span className={styles.part} title={ref ?? t("frame.asItStands")}>
      <Icon of={GitBranch} size="tiny" />
      {ref ? branchWords(ref, t, i18n.language) : t("frame.asItStands")}
    </span>
  );
}
