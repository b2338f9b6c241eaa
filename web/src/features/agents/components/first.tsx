import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { firstQuery } from "../queries";
import styles from "./agent.module.css";

/** Whether people talk to this agent where they name none, and the choice that they shall. */
export function First({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const first = useQuery(firstQuery).data?.slug;
  const canChoose = useMay()("settings.team.update");
  if (agent.scope !== "workspace" || !first) return null;
  if (first === agent.slug) return <p className={styles.note}>{t("agents.isFirst")}</p>;
  const choose = () =>
    act(async () => {
      await unwrap(api.PUT("/api/agents/first", { body: { slug: agent.slug } }));
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  return canChoose && agent.enabled ? (
    <Button small busy={isBusy} onClick={() => choose()}>
      {t("agents.first")}
    </Button>
  ) : null;
}
