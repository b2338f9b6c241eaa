import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, EvalCaseInfo, EvalRunInfo, VersionInfo } from "@/api/schema";
import { dayOfYear, duration, money } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Check } from "@/ui/check";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { caseRunsQuery, casesQuery, playBody, versionsQuery } from "../queries";
import { meanOf, spreadOf, TRIALS, trialsOf, versionsShown } from "../trials";
import { CandidateFoot } from "./candidate-foot";
import styles from "./evals.module.css";
import { Foot } from "./evals-foot";
import { Drifts, Trial } from "./trial";
import { useSave } from "./use-save";

export interface Played {
  one: EvalCaseInfo;
  runs: EvalRunInfo[];
}

/** The newest candidate of an agent, where one waits to be tried. */
export function useCandidate(agent: AgentDetail): VersionInfo | null {
  const versions = useQuery(versionsQuery(agent.slug)).data ?? [];
  return versions.find(({ source, liveAt }) => source === "candidate" && liveAt === null) ?? null;
}

/** The runs of an agent that became tests: cases in rows, versions in columns, the one in question on chrome. */
export function AgentEvals({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const cases = useQuery(casesQuery(agent.slug)).data?.filter(({ status }) => status !== "archived");
  const runs = useQueries({ queries: (cases ?? []).map(({ id }) => caseRunsQuery(id)) });
  const candidate = useCandidate(agent);
  const [chosen, choose] = useState<{ id: string; version: number } | null>(null);
  if (!cases) return null;
  const played = cases.map((one, at) => ({ one, runs: runs[at]?.data ?? [] }));
  const all = played.flatMap((each) => each.runs);
  const versions = versionsShown(all, agent.version, candidate?.version);
  const tried = candidate?.version ?? agent.version;
  const foot = candidate ? (
    <CandidateFoot agent={agent} played={played} candidate={candidate} />
  ) : (
    <Foot agent={agent} played={played} versions={versions} />
  );
  if (cases.length === 0) {
    return (
      <div className={styles.whole}>
        <p className={styles.note}>{t("agents.evalsText")}</p>
        <p className={styles.note}>{t("agents.evalsNone")}</p>
        {candidate ? foot : null}
      </div>
    );
  }
  const shown = played.find(({ one }) => one.id === chosen?.id) ?? worstOf(played, tried);
  return (
    <div className={styles.whole}>
      <Head agent={agent} cases={cases} tried={tried} mean={meanOf(all)?.costMicros ?? 0} />
      <div className={styles.scroll}>
        <table className={tableClass}>
          <caption className="hidden-text">{t("agents.evals")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("agents.evalsCase")}</th>
              <th scope="col" className={cell.wide}>
                {t("agents.evalsFrom")}
              </th>
              <VersionHeads agent={agent} versions={versions} tried={tried} />
            </tr>
          </thead>
          <tbody>
            {played.map((each) => (
              <Row
                key={each.one.id}
                played={each}
                versions={versions}
                tried={tried}
                shown={shown.one.id === each.one.id ? (chosen?.version ?? tried) : null}
                onChoose={(version) => choose({ id: each.one.id, version })}
              />
            ))}
            <Means played={played} versions={versions} tried={tried} />
          </tbody>
        </table>
      </div>
      <Trial agent={agent} played={shown} version={chosen?.version ?? tried} />
      <Drifts played={played} versions={versions} live={tried} />
      {foot}
      <AutoGate agent={agent} />
    </div>
  );
}

/** Whether versions go live only through the gate that stands above it. */
function AutoGate({ agent }: { agent: AgentDetail }) {
  const { t } = useTranslation();
  const save = useSave(agent);
  const may = useMay();
  const { isBusy, act } = useAct();
  return (
    <Check
      checked={agent.config.autoGate ?? false}
      disabled={!may("agents.team.update") || isBusy}
      onChange={({ target }) =>
        void act(() => save({ config: { ...agent.config, autoGate: target.checked } }))
      }
    >
      {t("agents.autoGate")}
    </Check>
  );
}

interface VersionHeadsProps {
  agent: AgentDetail;
  versions: number[];
  tried: number;
}

/** The versions above the columns: which is live and since when, and which is a candidate. */
function VersionHeads({ agent, versions, tried }: VersionHeadsProps) {
  const { t, i18n } = useTranslation();
  const known = useQuery(versionsQuery(agent.slug)).data ?? [];
  const told = (version: number) => {
    const found = known.find((one) => one.version === version);
    if (!found) return "";
    const day = dayOfYear(found.liveAt ?? found.createdAt, i18n.language);
    if (version === agent.version) return t("agents.evalsLiveSince", { day });
    if (found.source === "withdrawn") return t("agents.evalsWithdrawn");
    return found.liveAt ? day : t("agents.evalsCandidate", { day });
  };
  return versions.map((version) => (
    <th key={version} scope="col" data-tried={version === tried ? "" : undefined}>
      <b>{t("agents.versionShort", { version })}</b>
      <span className={styles.since}>{told(version)}</span>
    </th>
  ));
}

/** Return the case that fails at a version, or else the first. */
function worstOf(played: Played[], version: number): Played {
  const isFailing = ({ runs }: Played) => trialsOf(runs, version).some(({ passed }) => passed === false);
  return played.find(isFailing) ?? (played[0] as Played);
}

interface HeadProps {
  agent: AgentDetail;
  cases: EvalCaseInfo[];
  /** The version that is tried: the candidate, or the one that is live. */
  tried: number;
  /** What a trial costs on average. */
  mean: number;
}

function Head({ agent, cases, tried, mean }: HeadProps) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const may = useMay();
  const { isBusy, act } = useAct();
  const active = cases.filter(({ status }) => status === "active");
  const play = () =>
    act(async () => {
      for (const { id } of active) {
        const params = { path: { case_id: id } };
        await unwrap(api.POST("/api/evals/{case_id}/play", { params, body: playBody(agent, tried) }));
        await client.invalidateQueries({ queryKey: caseRunsQuery(id).queryKey });
      }
      await client.invalidateQueries({ queryKey: keys.feedback });
    });
  return (
    <div className={styles.head}>
      <span>{t("agents.evalsCount", { count: active.length, trials: TRIALS })}</span>
      <span className={styles.safe}>{t("agents.evalsSafe")}</span>
      {may("evals.team.run") ? (
        <Button small icon={Play} busy={isBusy} onClick={play}>
          {t("agents.evalsPlayAll", { count: active.length * TRIALS, version: tried })}
          {mean > 0 ? (
            <small className={styles.note}>≈ {money(mean * active.length * TRIALS, i18n.language)}</small>
          ) : null}
        </Button>
      ) : null}
      <Link to="/runs" search={{ agent: agent.slug }} className={buttonClass("usual", true)}>
        {t("agents.evalsFromARun")}
      </Link>
    </div>
  );
}

interface RowProps {
  played: Played;
  versions: number[];
  tried: number;
  /** The version whose trial is shown below, if it is one of this case. */
  shown: number | null;
  onChoose: (version: number) => void;
}

function Row({ played: { one, runs }, versions, tried, shown, onChoose }: RowProps) {
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
        <td key={version} data-tried={version === tried ? "" : undefined}>
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

function Means({ played, versions, tried }: { played: Played[]; versions: number[]; tried: number }) {
  const { t, i18n } = useTranslation();
  const all = (version: number) => played.flatMap(({ runs }) => trialsOf(runs, version));
  return (
    <tr>
      <td className={cell.muted}>{t("agents.evalsMean")}</td>
      <td className={cell.wide} />
      {versions.map((version) => {
        const mean = meanOf(all(version));
        return (
          <td key={version} data-tried={version === tried ? "" : undefined}>
            {mean ? `${money(mean.costMicros, i18n.language)}, ${duration(mean.tookMs, i18n.language)}` : ""}
          </td>
        );
      })}
    </tr>
  );
}
