import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, VersionInfo } from "@/api/schema";
import { money } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { playBody, refreshAgents } from "../queries";
import { losesTo, meanOf, TRIALS, trialsOf } from "../trials";
import type { Played } from "./evals";
import styles from "./evals.module.css";

interface FootProps {
  agent: AgentDetail;
  played: Played[];
  candidate: VersionInfo;
}

/** The gate of a candidate: why it may not go live yet, and what to do about it. */
export function CandidateFoot({ agent, played, candidate }: FootProps) {
  const { t } = useTranslation();
  const { version } = candidate;
  const active = played.filter(({ one }) => one.status === "active");
  const untried = active.filter(({ runs }) => trialsOf(runs, version).length === 0);
  const lost = active.filter(({ one, runs }) => losesTo(runs, version, agent.version, one.isGate));
  const mayGo = untried.length === 0 && lost.length === 0;
  const counts = { all: active.length, version };
  const why = lost.length
    ? t("agents.candidateLost", { ...counts, count: lost.length })
    : untried.length
      ? t("agents.candidateUntried", { ...counts, count: untried.length })
      : t("agents.candidateHolds", { ...counts, count: active.length });
  return (
    <div className={styles.foot} data-lost={lost.length ? "" : undefined}>
      <p>
        <b>{t(mayGo ? "agents.candidateMay" : "agents.candidateMayNot", { version })}</b>
        <span className={styles.since}>{why}</span>
      </p>
      <Acts agent={agent} version={version} lost={lost} mayGo={mayGo} />
    </div>
  );
}

interface ActsProps {
  agent: AgentDetail;
  version: number;
  lost: Played[];
  mayGo: boolean;
}

function Acts({ agent, version, lost, mayGo }: ActsProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const may = useMay();
  const { isBusy, act } = useAct();
  const params = { path: { slug: agent.slug, version } };
  const forEach = (send: (id: string) => Promise<unknown>) =>
    act(async () => {
      for (const { one } of lost) await send(one.id);
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const path = (id: string) => ({ path: { case_id: id } });
  const again = () =>
    forEach((id) =>
      unwrap(api.POST("/api/evals/{case_id}/play", { params: path(id), body: playBody(agent, version) })),
    );
  const mute = () =>
    forEach((id) => unwrap(api.PUT("/api/evals/{case_id}", { params: path(id), body: { status: "muted" } })));
  const publish = () =>
    act(async () => {
      await unwrap(api.POST("/api/agents/{slug}/candidates/{version}/publish", { params }));
      notify({ tone: "done", text: t("agents.candidateLive", { version }) });
      await refreshAgents(client);
    });
  const withdraw = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/agents/{slug}/candidates/{version}", { params }));
      notify({ tone: "done", text: t("agents.candidateAway", { version }) });
      await refreshAgents(client);
    });
  return (
    <div className={styles.next}>
      {lost.length > 0 && may("evals.team.run") ? (
        <Button busy={isBusy} onClick={again}>
          {t("agents.evalsAgain", { count: lost.length })} <Cost lost={lost} />
        </Button>
      ) : null}
      {lost.length > 0 && may("evals.team.update") ? (
        <Button disabled={isBusy} onClick={mute}>
          {t("agents.candidateMute", { count: lost.length })}
        </Button>
      ) : null}
      {may("agents.team.update") ? (
        <>
          <Button look="quiet" disabled={isBusy} onClick={withdraw}>
            {t("agents.candidateWithdraw")}
          </Button>
          <Button look="primary" disabled={!mayGo || isBusy} onClick={publish}>
            {t("agents.candidatePublish", { version })}
          </Button>
        </>
      ) : null}
    </div>
  );
}

/** About what another try of some cases costs, where that is known. */
function Cost({ lost }: { lost: Played[] }) {
  const { i18n } = useTranslation();
  const mean = meanOf(lost.flatMap(({ runs }) => runs))?.costMicros ?? 0;
  return mean > 0 ? (
    <small className={styles.note}>≈ {money(mean * lost.length * TRIALS, i18n.language)}</small>
  ) : null;
}
