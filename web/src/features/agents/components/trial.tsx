import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { AgentDetail, EvalCaseInfo, EvalRunInfo } from "@/api/schema";
import { money } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Markdown } from "@/ui/markdown";
import { playBody } from "../queries";
import { type Drift, driftOf, trialsOf, wantedOf } from "../trials";
import { ChecksForm } from "./checks-form";
import type { Played } from "./evals";
import styles from "./evals.module.css";

/** Letters of an answer that are shown; the rest is behind “Open trial”. */
const SHOWN = 600;

interface TrialProps {
  agent: AgentDetail;
  played: Played;
  version: number;
}

/** One trial of a case: what was answered, and which checks held. */
export function Trial({ agent, played: { one, runs }, version }: TrialProps) {
  const { t } = useTranslation();
  const trials = trialsOf(runs, version);
  const run = trials.find(({ passed }) => passed === false) ?? trials[0];
  const mayChange = useMay()("evals.team.update");
  const [edited, setEdited] = useState("");
  const isEdited = edited === one.id;
  return (
    <section className={styles.trial} aria-label={one.title}>
      <div>
        <h3>
          {one.title}{" "}
          <small className={styles.note}>
            {run
              ? t("agents.evalsTrial", { version, trial: run.trial, all: trials.length })
              : t("agents.evalsNever")}
          </small>
        </h3>
        <div className={styles.answer}>
          {run?.text ? <Markdown text={run.text.slice(0, SHOWN)} /> : <p>{one.task}</p>}
        </div>
      </div>
      <div>
        <h3 className={styles.checksHead}>
          {t("agents.evalsChecks")}
          {run?.runId ? (
            <Link to="/runs/$runId" params={{ runId: run.runId }}>
              {t("agents.evalsOpenTrial")}
            </Link>
          ) : null}
        </h3>
        {isEdited ? <ChecksForm one={one} onDone={() => setEdited("")} /> : <Held one={one} run={run} />}
        {mayChange && !isEdited ? (
          <Button small look="quiet" onClick={() => setEdited(one.id)}>
            {t("agents.checksEdit")}
          </Button>
        ) : null}
        <Acts one={one} agent={agent} version={version} />
      </div>
    </section>
  );
}

/** The checks of a case, and which of them held in a trial. */
function Held({ one, run }: { one: EvalCaseInfo; run: EvalRunInfo | undefined }) {
  const { t } = useTranslation();
  const checkName = (kind: string) => t(`agents.checkKinds.${kind as "order"}`, { defaultValue: kind });
  const results = run?.results ?? one.checks;
  return (
    <ul>
      {results.map((check, at) => {
        const wanted = wantedOf(results, at, one.checks);
        return (
          <li key={`${String(check.kind)}${wanted}`} data-failed={check.passed === false ? "" : undefined}>
            {run ? <Icon of={check.passed === true ? Check : X} size="small" /> : null}{" "}
            {checkName(String(check.kind))}
            {wanted ? <span className={styles.wanted}> {wanted}</span> : null}
            {check.passed === false ? `: ${String(check.seen)}` : ""}
          </li>
        );
      })}
    </ul>
  );
}

/** Replays a case, mutes it, or makes it one that a version must pass. */
function Acts({ one, agent, version }: { one: EvalCaseInfo; agent: AgentDetail; version: number }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const may = useMay();
  const params = { path: { case_id: one.id } };
  const refresh = () => client.invalidateQueries({ queryKey: keys.agents });
  const play = () =>
    act(async () => {
      await unwrap(api.POST("/api/evals/{case_id}/play", { params, body: playBody(agent, version) }));
      await refresh();
    });
  const change = (body: { isGate: boolean } | { status: "active" | "muted" }) =>
    act(async () => {
      await unwrap(api.PUT("/api/evals/{case_id}", { params, body }));
      await refresh();
    });
  const isMuted = one.status === "muted";
  return (
    <div className={styles.acts}>
      {may("evals.team.run") ? (
        <Button small busy={isBusy} onClick={play} aria-label={`${t("agents.evalsPlay")}: ${one.title}`}>
          {t("agents.evalsPlay")}
        </Button>
      ) : null}
      {may("evals.team.update") ? (
        <>
          <Button small look="quiet" disabled={isBusy} onClick={() => change({ isGate: !one.isGate })}>
            {t(one.isGate ? "agents.gateOff" : "agents.gateOn")}
          </Button>
          <Button
            small
            look="quiet"
            disabled={isBusy}
            onClick={() => change({ status: isMuted ? "active" : "muted" })}
          >
            {t(isMuted ? "agents.evalsUnmute" : "agents.evalsMute")}
          </Button>
        </>
      ) : null}
    </div>
  );
}

interface DriftsProps {
  played: Played[];
  versions: number[];
  live: number;
}

/** Cases that pass as before, but not in the same way. */
export function Drifts({ played, versions, live }: DriftsProps) {
  const { t, i18n } = useTranslation();
  const before = versions.filter((version) => version < live).at(-1);
  if (before === undefined) return null;
  const found = played
    .map(({ one, runs }) => ({ one, drifts: driftOf(trialsOf(runs, live), trialsOf(runs, before)) }))
    .filter(({ drifts }) => drifts.length > 0);
  if (found.length === 0) return null;
  const said = (drift: Drift) =>
    drift.kind === "cost"
      ? t("agents.driftCost", {
          now: money(drift.now, i18n.language),
          before: money(drift.before, i18n.language),
        })
      : drift.kind === "calls"
        ? t("agents.driftCalls", { count: drift.now, before: drift.before })
        : t("agents.driftTools", { tools: drift.now });
  return (
    <section className={styles.drifts}>
      <h3>
        {t("agents.drift")}{" "}
        <small className={styles.note}>{t("agents.driftAgainst", { version: before })}</small>
      </h3>
      <dl>
        {found.map(({ one, drifts }) => (
          <div key={one.id}>
            <dt>{one.title}</dt>
            <dd>{drifts.map(said).join(", ")}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
