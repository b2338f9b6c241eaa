import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { isMoving, runTone, runWord } from "@/lib/run/status";
import { StateWord } from "@/ui/state-word";

/** The run an item belongs to, with its state now: after a decision one sees here that it goes on. */
export function RunLine({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const run = useQuery({
    queryKey: keys.run(runId),
    queryFn: () => unwrap(api.GET("/api/runs/{run_id}", { params: { path: { run_id: runId } } })),
    refetchInterval: (query) => (query.state.data && isMoving(query.state.data.run.status) ? 1000 : 5000),
  });
  return (
    <>
      <Link to="/runs/$runId" params={{ runId }}>
        {t("inbox.openRun")}
      </Link>
      {run.data ? (
        <StateWord tone={runTone(run.data.run.status)}>{t(runWord(run.data.run.status))}</StateWord>
      ) : null}
    </>
  );
}
