import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, EvalCaseInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import { caseRunsQuery, casesQuery } from "../queries";
import styles from "./agent.module.css";

/** The runs of an agent that became tests, and how its versions did in them. */
export function AgentEvals({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const cases = useQuery(casesQuery(agent.slug)).data;
  if (!cases) return null;
  return (
    <>
      <p className={styles.note}>{t("agents.evalsText")}</p>
      {cases.length === 0 ? <p className={styles.note}>{t("agents.evalsNone")}</p> : null}
      <ul aria-label={t("agents.evals")}>
        {cases.map((one) => (
          <Case key={one.id} one={one} />
        ))}
      </ul>
    </>
  );
}

function Case({ one }: { one: EvalCaseInfo }) {
  const { t } = useTranslation();
  const checkName = (kind: string) => t(`agents.checkKinds.${kind as "order"}`, { defaultValue: kind });
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canPlay = useMay()("evals.team.run");
  const runs = useQuery(caseRunsQuery(one.id)).data ?? [];
  const last = runs[0];
  const missed = last?.results.filter((check) => !check.passed) ?? [];
  const play = () =>
    act(async () => {
      await unwrap(
        api.POST("/api/evals/{case_id}/play", { params: { path: { case_id: one.id } }, body: { trials: 1 } }),
      );
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <b>{one.title}</b> {one.isGate ? <span className={styles.note}>{t("agents.evalsGate")}</span> : null}
        <p className={styles.note}>
          {one.checks.map((check) => checkName(String(check.kind))).join(", ")}
          {last ? ` · ${t("agents.versionShort", { version: last.agentVersion })}` : ""}
        </p>
        {missed.map((check) => (
          <p key={String(check.kind)} className={styles.note}>
            {checkName(String(check.kind))}: {String(check.seen)}
          </p>
        ))}
      </div>
      <div className={styles.actions}>
        {last ? (
          <StateWord tone={last.passed ? "done" : "failed"}>
            {last.passed ? t("agents.evalsPassed") : t("agents.evalsFailed")}
          </StateWord>
        ) : (
          <span className={styles.note}>{t("agents.evalsNever")}</span>
        )}
        {canPlay ? (
          <Button small busy={isBusy} onClick={play} aria-label={`${t("agents.evalsPlay")}: ${one.title}`}>
            {t("agents.evalsPlay")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}
