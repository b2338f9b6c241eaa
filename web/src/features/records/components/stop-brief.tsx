import { useQueryClient } from "@tanstack/react-query";
import { Square } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { BriefInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { briefQuery } from "../queries";

/** Stop a brief that is being written; what is written of it stays. */
export function StopBrief({ brief }: { brief: BriefInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const { runId } = brief;
  if (!runId) return null;
  const stop = () =>
    act(async () => {
      await unwrap(api.POST("/api/runs/{run_id}/stop", { params: { path: { run_id: runId } } }));
      await client.invalidateQueries({ queryKey: briefQuery(brief.id).queryKey });
    });
  return (
    <Button small icon={Square} busy={isBusy} onClick={() => stop()}>
      {t("records.stopBrief")}
    </Button>
  );
}
