import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, EvalCaseInfo, EvalRunInfo } from "@/api/schema";
import { duration, money } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { caseRunsQuery, casesQuery } from "../queries";
import { meanOf, spreadOf, TRIALS, trialsOf, versionsShown } from "../trials";
import styles from "./evals.module.css";
import { Foot } from "./evals-foot";
import { Drifts, Trial } from "./trial";
import { useSave } from "./use-save";

export interface Played {
  one: EvalCaseInfo;
  runs: EvalRunInfo[];
}

/** The runs of an agent that became tests: cases in rows, versions in columns, the live one last. */
export function AgentEvals({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const cases = useQuery(casesQuery(agent.slug)).data?.filter(({ status }) => status !== "archived");
  const runs = useQueries({ queries: (cases ?? []).map(({ id }) => caseRunsQuery(id)) });
  const [chosen, choose] = useState<{ id: string; version: number } | null>(null);
  if (!cases) return null;
  if (cases.length === 0) {
    return (
      <>
        <p className={styles.note}>{t("agents.evalsText")}</p>
        <p className={styles.note}>{t("agents.evalsNone")}</p>
      </>
    );
  }
  const played = cases.map((one, at) => ({ one, runs: runs[at]?.data ?? [] }));
  const versions = versionsShown(
    played.flatMap((each) => each.runs),
    agent.version,
  );
  const shown = played.find(({ one }) => one.id === chosen?.id) ?? worstOf(played, agent.version);
  return (
    <div className={styles.whole}>
      <Head agent={agent} cases={cases} />
      <div className={styles.scroll}>
        <table className={tableClass}>
          <caption className="hidden-text">{t("agents.evals")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("agents.evalsCase")}</th>
              <th scope="col" className={cell.wide}>
                {t("agents.evalsFrom")}
              </th>
              {versions.map((version) => (
                <th key={version} scope="col" data-live={version === agent.version ? "" : undefined}>
                  <b>{t("agents.versionShort", { version })}</b>{" "}
                  {version === agent.version ? t("agents.evalsLive") : ""}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {played.map((each) => (
              <Row
                key={each.one.id}
                played={each}
                versions={versions}
                live={agent.version}
                shown={shown.one.id === each.one.id ? (chosen?.version ?? agent.version) : null}
                onChoose={(version) => choose({ id: each.one.id, version })}
              />
            ))}
            <Means played={played} versions={versions} live={agent.version} />
          </tbody>
        </table>
      </div>
      <Trial played={shown} version={chosen?.version ?? agent.version} />
      <Drifts played={played} versions={versions} live={agent.version} />
      <Foot agent={agent} played={played} versions={versions} />
    </div>
  );
}

/** Return the case that fails at a version, or else the first. */
function worstOf(played: Played[], version: number): Played {
  const isFailing = ({ runs }: Played) => trialsOf(runs, version).some(({ passed }) => passed === false);
  return played.find(isFailing) ?? (played[0] as Played);
}

function Head({ agent, cases }: { agent: AgentDetail; cases: EvalCaseInfo[] }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const save = useSave(agent);
  const may = useMay();
  const { isBusy, act } = useAct();
  const active = cases.filter(({ status }) => status === "active");
  const play = () =>
    act(async () => {
      for (const { id } of active) {
        const params = { path: { case_id: id } };
        await unwrap(api.POST("/api/evals/{case_id}/play", { params, body: { trials: TRIALS } }));
        await client.invalidateQueries({ queryKey: caseRunsQuery(id).queryKey });
      }
      await client.invalidateQueries({ queryKey: keys.feedback });
    });
  return (
    <div className={styles.head}>
      <span>{t("agents.evalsCount", { count: active.length, trials: TRIALS })}</span>
      <span className={styles.note}>{t("agents.evalsSafe")}</span>
      <Check
        checked={agent.config.autoGate ?? false}
        disabled={!may("agents.team.update") || isBusy}
        onChange={({ target }) =>
          void act(() => save({ config: { ...agent.config, autoGate: target.checked } }))
        }
      >
        {t("agents.autoGate")}
      </Check>
      {may("evals.team.run") ? (
        <Button small icon={Play} busy={isBusy} onClick={play}>
          {t("agents.evalsPlayAll", { count: active.length * TRIALS, version: agent.version })}
        </Button>
      ) : null}
    </div>
  );
}

interface RowProps {
  played: Played;
  versions: number[];
  live: number;
  /** The version whose trial is shown below, if it is one of this case. */
  shown: number | null;
  onChoose: (version: number) => void;
}

function Row({ played: { one, runs }, versions, live, shown, onChoose }: RowProps) {
  const { t } = useTranslation();
  const from = t(one.feedbackId ? "agents.evalsFromWord" : "agents.evalsFromRun");
  return (
    <tr>
      <td className={cell.fill}>
        {one.title} {one.isGate ? <span className={styles.note}>{t("agents.evalsGate")}</span> : null}
      </td>
      <td className={`${cell.wide} ${cell.muted}`}>
        {one.runId ? (
          <Link to="/runs/$runId" params={{ runId: one.runId }}>
            {from}
          </Link>
        ) : (
          from
        )}
      </td>
      {versions.map((version) => (
        <td key={version} data-live={version === live ? "" : undefined}>
          <button
            type="button"
            className={styles.cell}
            aria-pressed={shown === version}
            onClick={() => onChoose(version)}
          >
            <span className="hidden-text">{t("agents.evalsCell", { version, title: one.title })}</span>
            <Outcome one={one} trials={trialsOf(runs, version)} />
          </button>
        </td>
      ))}
    </tr>
  );
}

function Outcome({ one, trials }: { one: EvalCaseInfo; trials: EvalRunInfo[] }) {
  const { t } = useTranslation();
  if (one.status === "muted") return <StateWord tone="stopped">{t("agents.evalsMuted")}</StateWord>;
  const { passed, all } = spreadOf(trials);
  if (all === 0) return <span className={styles.note}>–</span>;
  const isOpen = trials.some((trial) => trial.passed === null);
  const tone = passed === all ? "good" : isOpen ? "waiting" : "failed";
  return <StateWord tone={tone}>{t("agents.evalsOf", { passed, all })}</StateWord>;
}

function Means({ played, versions, live }: { played: Played[]; versions: number[]; live: number }) {
  const { t, i18n } = useTranslation();
  const all = (version: number) => played.flatMap(({ runs }) => trialsOf(runs, version));
  return (
    <tr>
      <td className={cell.muted}>{t("agents.evalsMean")}</td>
      <td className={cell.wide} />
      {versions.map((version) => {
        const mean = meanOf(all(version));
        return (
          <td key={version} data-live={version === live ? "" : undefined}>
            {mean ? `${money(mean.costMicros, i18n.language)}, ${duration(mean.tookMs, i18n.language)}` : ""}
          </td>
        );
      })}
    </tr>
  );
}
