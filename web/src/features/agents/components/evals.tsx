import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, EvalCaseInfo, EvalRunInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { StateWord } from "@/ui/state-word";
import { spreadByVersion } from "../model";
import { caseRunsQuery, casesQuery } from "../queries";
import styles from "./agent.module.css";
import { useSave } from "./use-save";

const TRIALS = 3;

/** The runs of an agent that became tests, and how its versions did in them. */
export function AgentEvals({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const cases = useQuery(casesQuery(agent.slug)).data;
  const save = useSave(agent);
  const { isBusy, act } = useAct();
  const canChange = useMay()("agents.team.update");
  if (!cases) return null;
  return (
    <>
      <p className={styles.note}>{t("agents.evalsText")}</p>
      <Check
        checked={agent.config.autoGate ?? false}
        disabled={!canChange || isBusy}
        onChange={({ target }) =>
          void act(() => save({ config: { ...agent.config, autoGate: target.checked } }))
        }
      >
        {t("agents.autoGate")}
      </Check>
      {cases.length === 0 ? <p className={styles.note}>{t("agents.evalsNone")}</p> : null}
      <ul aria-label={t("agents.evals")}>
        {cases.map((one) => (
          <Case key={one.id} one={one} />
        ))}
      </ul>
    </>
  );
}

function useCheckName(): (kind: string) => string {
  const { t } = useTranslation();
  return (kind) => t(`agents.checkKinds.${kind as "order"}`, { defaultValue: kind });
}

function Case({ one }: { one: EvalCaseInfo }) {
  const { t } = useTranslation();
  const checkName = useCheckName();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const may = useMay();
  const runs = useQuery(caseRunsQuery(one.id)).data ?? [];
  const last = runs[0];
  const params = { path: { case_id: one.id } };
  const play = () =>
    act(async () => {
      await unwrap(api.POST("/api/evals/{case_id}/play", { params, body: { trials: TRIALS } }));
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const turnGate = () =>
    act(async () => {
      await unwrap(api.PUT("/api/evals/{case_id}", { params, body: { isGate: !one.isGate } }));
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  return (
    <li className={styles.version}>
      <div className={styles.what}>
        <b>{one.title}</b> {one.isGate ? <span className={styles.note}>{t("agents.evalsGate")}</span> : null}
        <p className={styles.note}>{one.checks.map((check) => checkName(String(check.kind))).join(", ")}</p>
        <Spread runs={runs} />
      </div>
      <div className={styles.actions}>
        <Outcome run={last} />
        {may("evals.team.update") ? (
          <Button
            small
            look="quiet"
            busy={isBusy}
            onClick={turnGate}
            aria-label={`${t(one.isGate ? "agents.gateOff" : "agents.gateOn")}: ${one.title}`}
          >
            {t(one.isGate ? "agents.gateOff" : "agents.gateOn")}
          </Button>
        ) : null}
        {may("evals.team.run") ? (
          <Button small busy={isBusy} onClick={play} aria-label={`${t("agents.evalsPlay")}: ${one.title}`}>
            {t("agents.evalsPlay")}
          </Button>
        ) : null}
      </div>
    </li>
  );
}

function Spread({ runs }: { runs: EvalRunInfo[] }) {
  const { t } = useTranslation();
  const checkName = useCheckName();
  const missed = runs[0]?.results.filter((check) => check.passed !== true) ?? [];
  return (
    <>
      {spreadByVersion(runs).map(({ version, passed, all }) => (
        <p key={version} className={styles.note}>
          {t("agents.evalsSpread", { version, passed, all })}
        </p>
      ))}
      {missed.map((check) => (
        <p key={String(check.kind)} className={styles.note}>
          {checkName(String(check.kind))}: {String(check.seen)}
        </p>
      ))}
    </>
  );
}

function Outcome({ run }: { run: EvalRunInfo | undefined }) {
  const { t } = useTranslation();
  if (!run) return <span className={styles.note}>{t("agents.evalsNever")}</span>;
  if (run.passed === null) return <StateWord tone="waiting">{t("agents.evalsOpen")}</StateWord>;
  return (
    <StateWord tone={run.passed ? "done" : "failed"}>
      {run.passed ? t("agents.evalsPassed") : t("agents.evalsFailed")}
    </StateWord>
  );
}
