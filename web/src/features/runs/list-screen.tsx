import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { asApiError } from "@/api/errors";
import { RUN_STATES, runWord } from "@/lib/run/status";
import { useShownScreen } from "@/lib/screen";
import { Button, buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { Pick } from "@/ui/pick";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { RunTable } from "./components/table";
import styles from "./list-screen.module.css";
import { runsQuery } from "./queries";

const route = getRouteApi("/app/runs");

/** All runs, newest first, with filters in the address. Rows change in place while runs go on. */
export function RunsScreen() {
  const { t } = useTranslation();
  const { status, agent } = route.useSearch();
  const runs = useInfiniteQuery(runsQuery({ status, agent }));
  const isSlow = useSlow(runs.isPending);
  useShownScreen("runs", t("runs.title"));
  const rows = runs.data?.pages.flatMap((page) => page.runs) ?? [];
  return (
    <Page title={t("runs.title")} actions={<Filters />}>
      {runs.error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("runs.loadFailed")}>
            <p>{asApiError(runs.error).message}</p>
          </Notice>
        </div>
      ) : runs.isPending ? (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      ) : rows.length === 0 ? (
        <NoRuns isFiltered={Boolean(status || agent)} />
      ) : (
        <>
          <RunTable runs={rows} />
          {runs.hasNextPage ? (
            <div className={styles.more}>
              <Button busy={runs.isFetchingNextPage} onClick={() => runs.fetchNextPage()}>
                {t("runs.older")}
              </Button>
            </div>
          ) : null}
        </>
      )}
    </Page>
  );
}

function Filters() {
  const { t } = useTranslation();
  const { status, agent } = route.useSearch();
  const navigate = route.useNavigate();
  const agents = useQuery(agentsQuery);
  return (
    <>
      <Pick
        label={t("runs.filterStatus")}
        value={status ?? ""}
        onChange={(next) =>
          void navigate({
            search: (before) => ({ ...before, status: RUN_STATES.find((known) => known === next) }),
            replace: true,
          })
        }
        options={[
          { value: "", label: t("runs.allStates") },
          ...RUN_STATES.map((known) => ({ value: known, label: t(runWord(known)) })),
        ]}
      />
      <Pick
        label={t("runs.filterAgent")}
        value={agent ?? ""}
        onChange={(next) =>
          void navigate({ search: (before) => ({ ...before, agent: next || undefined }), replace: true })
        }
        options={[
          { value: "", label: t("runs.allAgents") },
          ...(agents.data ?? []).map((known) => ({ value: known.slug, label: known.name })),
        ]}
      />
    </>
  );
}

function NoRuns({ isFiltered }: { isFiltered: boolean }) {
  const { t } = useTranslation();
  if (isFiltered) {
    return (
      <Empty
        title={t("runs.emptyFilteredTitle")}
        actions={
          <Link to="/runs" className={buttonClass()}>
            {t("runs.clearFilters")}
          </Link>
        }
      />
    );
  }
  return (
    <Empty title={t("runs.emptyTitle")} command={t("runs.emptyCommand")}>
      <p>{t("runs.emptyText")}</p>
    </Empty>
  );
}
