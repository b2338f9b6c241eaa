import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { refreshAgents } from "../queries";
import { hasLost, lastWhole, TRIALS, trialsOf } from "../trials";
import type { Played } from "./evals";
import styles from "./evals.module.css";

interface FootProps {
  agent: AgentDetail;
  played: Played[];
  versions: number[];
}

/** The gate: whether the live version lost something that an earlier one could, and what to do about it. */
export function Foot({ agent, played, versions }: FootProps) {
  const { t } = useTranslation();
  const active = played.filter(({ one }) => one.status === "active");
  const tried = active.filter(({ runs }) => trialsOf(runs, agent.version).length > 0);
  const lost = active.filter(({ runs }) => hasLost(runs, versions, agent.version));
  const isLost = lost.length > 0;
  return (
    <div className={styles.foot} data-lost={isLost ? "" : undefined}>
      <p>
        <b>
          {isLost
            ? t("agents.evalsLost", { count: lost.length, all: active.length, version: agent.version })
            : tried.length === 0
              ? t("agents.evalsUntried", { version: agent.version })
              : t("agents.evalsKept", { count: tried.length, all: active.length, version: agent.version })}
        </b>{" "}
        <span className={styles.note}>
          {isLost ? lost.map(({ one }) => one.title).join(", ") : t("agents.evalsText")}
        </span>
      </p>
      {isLost ? <Next agent={agent} lost={lost} whole={lastWhole(active, versions, agent.version)} /> : null}
    </div>
  );
}

interface NextProps {
  agent: AgentDetail;
  lost: Played[];
  /** The newest version before that passed all that this one fails. */
  whole: number | null;
}

function Next({ agent, lost, whole }: NextProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMay();
  const { isBusy, act } = useAct();
  const again = () =>
    act(async () => {
      for (const { one } of lost) {
        const params = { path: { case_id: one.id } };
        await unwrap(api.POST("/api/evals/{case_id}/play", { params, body: { trials: TRIALS } }));
      }
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const goBack = (version: number) =>
    act(async () => {
      const params = { path: { slug: agent.slug } };
      const now = await unwrap(api.POST("/api/agents/{slug}/rollback", { params, body: { version } }));
      notify({ tone: "done", text: t("agents.evalsWentBack", { version, now: now.version }) });
      await refreshAgents(client);
    });
  return (
    <div className={styles.next}>
      {may("evals.team.run") ? (
        <Button busy={isBusy} onClick={again}>
          {t("agents.evalsAgain", { count: lost.length })}
        </Button>
      ) : null}
      {whole !== null && may("agents.team.update") ? (
        <Button look="primary" disabled={isBusy} onClick={() => goBack(whole)}>
          {t("agents.evalsGoBack", { version: whole })}
        </Button>
      ) : null}
    </div>
  );
}
