import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { RunInfo } from "@/api/schema";
import { count, duration, moment, money } from "@/lib/format";
import { isMoving, runTone, runWord } from "@/lib/run/status";
import type { RunView } from "@/lib/run/view";
import { later } from "@/ui/later";
import { StateWord } from "@/ui/state-word";
import { tookMs } from "../model";
import styles from "./facts.module.css";

const Feedback = later(() => import("@/ui/run/feedback"));

/** What is known of a run at a glance, in one line. */
export function RunFacts({ run, view, now }: { run: RunInfo; view: RunView | null; now: number }) {
  const { t, i18n } = useTranslation();
  const name = useAgentName();
  const took = tookMs(run, now);
  const who = run.personName ?? run.keyName;
  const tokens = view?.usage?.tokens ?? 0;
  const cost = view?.usage?.costMicros;
  const tone = run.status === "completed" ? "good" : runTone(run.status);
  return (
    <div className={styles.facts}>
      <StateWord tone={tone}>{t(runWord(run.status))}</StateWord>
      <Fact name={t("runs.started")}>{moment(run.startedAt ?? run.createdAt, now, i18n.language)}</Fact>
      {took === null ? null : <Fact name={t("runs.took")}>{duration(took, i18n.language)}</Fact>}
      {tokens > 0 ? <Fact name={t("runs.tokens")}>{count(tokens, i18n.language)}</Fact> : null}
      {typeof cost === "number" ? (
        <Fact name={t("runs.cost")}>{cost === 0 ? t("run.noCharge") : money(cost, i18n.language)}</Fact>
      ) : null}
      {run.agent ? (
        <Fact name={t("runs.agent")}>
          {run.agentVersion > 0
            ? t("runs.version", { agent: name(run.agent), version: run.agentVersion })
            : name(run.agent)}
        </Fact>
      ) : null}
      {who ? <Fact name={t("runs.for")}>{who}</Fact> : null}
      {view?.model ? <Fact name={t("runs.model")}>{view.model}</Fact> : null}
      {isMoving(run.status) ? null : <Feedback of="run" kind="run" id={run.id} />}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <span className={styles.fact}>
      <span className={styles.name}>{name}</span> {children}
    </span>
  );
}
