import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useMay } from "@/api/may";
import type { UsageReport } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { count, money } from "@/lib/format";
import { useOpened } from "@/lib/opened";
import { useShownScreen } from "@/lib/screen";
import { Budgets } from "@/ui/budget/bars";
import { BudgetForm } from "@/ui/budget/form";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { ExportMenu } from "@/ui/export-menu";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { Segment } from "@/ui/segment";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { DayChart } from "./components/day-chart";
import { Spent } from "./components/spent";
import { TokenChart } from "./components/token-chart";
import { columnsOf, RANGES, type Range } from "./model";
import { exportPath, type UsageWish, usageQuery, ZONE } from "./queries";
import styles from "./screen.module.css";

const route = getRouteApi("/app/usage");

/** What the work cost, one question after the other. */
export function UsageScreen() {
  const { t } = useTranslation();
  const { range = "30", in: projectId } = route.useSearch();
  const wish: UsageWish = { range, projectId };
  const usage = useQuery(usageQuery(wish));
  const isSlow = useSlow(usage.isPending);
  const [isSetting, setSetting] = useOpened();
  const canSet = useMay()("budgets.team.create");
  useShownScreen("usage", t("frame.usage"), { range });
  return (
    <Page
      title={t("frame.usage")}
      note={<Ranges range={range} />}
      actions={
        <>
          <ProjectPick projectId={projectId} />
          <ExportMenu pathOf={(format) => exportPath(wish, format)} />
          {canSet ? (
            <Button look="primary" onClick={() => setSetting(true)}>
              {t("usage.setBudget")}
            </Button>
          ) : null}
        </>
      }
    >
      {usage.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("usage.loadFailed")}>
            <p>{asApiError(usage.error).message}</p>
          </Notice>
        </div>
      ) : usage.data ? (
        <Report report={usage.data} />
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
      {isSetting && canSet ? (
        <Dialog open onOpenChange={setSetting} title={t("usage.setBudget")}>
          <div className={styles.form}>
            <BudgetForm onDone={() => setSetting(false)} />
          </div>
        </Dialog>
      ) : null}
    </Page>
  );
}

function Report({ report }: { report: UsageReport }) {
  const { t, i18n } = useTranslation();
  const { totals } = report;
  const columns = columnsOf(report);
  const spent = money(totals.costMicros, i18n.language);
  const summary =
    totals.costMicros > 0
      ? t("usage.costSummary", { cost: spent, count: totals.calls })
      : t("usage.freeSummary", { tokens: count(totals.tokens, i18n.language), count: totals.calls });
  return (
    <div className={styles.report}>
      <section className={styles.wide}>
        <Question sub={summary}>
          {t(columns.measure === "cost" ? "usage.whatCost" : "usage.whatUsed")}
        </Question>
        <DayChart columns={columns} />
      </section>
      <section>
        <Question sub={t("usage.stopLine")}>{t("usage.howClose")}</Question>
        <Budgets none={t("usage.noBudget")} />
        <div className={styles.gap} />
        <Question sub={t("usage.cacheSub")}>{t("usage.whatRead")}</Question>
        <TokenChart days={report.byDay} />
      </section>
      <section>
        <Question sub={t("usage.daysIn", { zone: ZONE.split("/").at(-1)?.replace("_", " ") ?? ZONE })}>
          {t("usage.whoSpent")}
        </Question>
        <Spent report={report} />
      </section>
    </div>
  );
}

/** A question as a heading, with the short answer beside it. */
function Question({ children, sub }: { children: string; sub: string }) {
  return (
    <div className={styles.question}>
      <h2 className={styles.title}>{children}</h2>
      <span className={styles.sub}>{sub}</span>
    </div>
  );
}

function Ranges({ range }: { range: Range }) {
  const { t, i18n } = useTranslation();
  const navigate = route.useNavigate();
  const month = new Intl.DateTimeFormat(i18n.language, { month: "long" }).format(new Date());
  const labels = {
    today: t("usage.today"),
    "7": t("usage.days", { count: 7 }),
    "30": t("usage.days", { count: 30 }),
    month,
  };
  return (
    <Segment
      label={t("usage.range")}
      value={range}
      options={RANGES.map((value) => ({ value, label: labels[value] }))}
      onChange={(next) =>
        void navigate({
          search: (before) => ({ ...before, range: next === "30" ? undefined : next, day: undefined }),
          replace: true,
        })
      }
    />
  );
}

function ProjectPick({ projectId }: { projectId: string | undefined }) {
  const { t } = useTranslation();
  const navigate = route.useNavigate();
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  if (projects.length === 0) return null;
  return (
    <Pick
      label={t("usage.project")}
      value={projectId ?? ""}
      options={[
        { value: "", label: t("usage.allProjects") },
        ...projects.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) =>
        void navigate({ search: (before) => ({ ...before, in: next || undefined }), replace: true })
      }
    />
  );
}
