import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { EvalRunInfo, FeedbackInfo, MemoryInfo } from "@/api/schema";
import { moment, money } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import { wayOf } from "../model";
import { caseRunsQuery, casesQuery } from "../queries";
import { replaysOf } from "../trials";
import styles from "./agent.module.css";
import own from "./memory.module.css";

interface MemoryRowProps {
  agent: string;
  memory: MemoryInfo;
  /** What a person said that it was distilled from. */
  word: FeedbackInfo | undefined;
}

/** Something that was learnt: how far it is, how long it holds, where it is used; opened, each of its steps. */
export function MemoryRow({ agent, memory, word }: MemoryRowProps) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const [isOpen, setOpen] = useState(false);
  const at = (moments: string) => moment(moments, Date.now(), i18n.language);
  return (
    <li className={own.row} data-open={isOpen ? "" : undefined}>
      <div className={own.what}>
        <button type="button" className={own.said} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {memory.content}
        </button>
        <span className={styles.meta}>
          {t(`agents.memoryKinds.${memory.kind}`)},{" "}
          {word ? t("agents.memoryFromWord", { who: nameIn(word) }) : memory.createdBy},{" "}
          {memory.agent ? t("agents.memoryFor", { agent: agentName(memory.agent) }) : t("agents.memoryAll")}
        </span>
      </div>
      <Way memory={memory} word={word} />
      <span className={styles.meta}>
        {memory.expiresAt ? t("agents.memoryEnds", { at: at(memory.expiresAt) }) : t("agents.memoryStays")}
      </span>
      <span className={styles.meta}>
        {t("agents.memoryUsed", { count: memory.useCount })}
        {memory.lastUsedAt ? `, ${at(memory.lastUsedAt)}` : ""}
      </span>
      <Change memory={memory} />
      {isOpen ? <Steps agent={agent} memory={memory} word={word} /> : null}
    </li>
  );
}

/** Return who said a word: a person, or what noticed it by itself. */
function nameIn({ personName, context, agent }: FeedbackInfo): string {
  return personName ?? (typeof context?.by === "string" ? context.by : agent);
}

function Change({ memory }: { memory: MemoryInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const isActive = memory.status === "active";
  if (!useMay()("context.team.update") || memory.status === "superseded") return <span />;
  const change = () =>
    act(async () => {
      const status = isActive ? ("disabled" as const) : ("active" as const);
      await unwrap(
        api.PUT("/api/memory/{memory_id}", { params: { path: { memory_id: memory.id } }, body: { status } }),
      );
      await client.invalidateQueries({ queryKey: keys.agents });
    });
  const verb = memory.status === "proposed" ? "memoryAccept" : isActive ? "memoryOff" : "memoryOn";
  return (
    <Button
      small
      look="quiet"
      busy={isBusy}
      onClick={change}
      aria-label={`${t(`agents.${verb}`)}: ${memory.content}`}
    >
      {t(`agents.${verb}`)}
    </Button>
  );
}

interface WayProps {
  memory: MemoryInfo;
  word: FeedbackInfo | undefined;
}

/** How far a memory is, in four ticks: new, distilled, replayed, applied; the word under them names the trouble. */
function Way({ memory, word }: WayProps) {
  const { t } = useTranslation();
  const { way, ticks, tone } = wayOf(memory.status, word?.status ?? null);
  const said = t(`agents.memoryWay.${way}`);
  return (
    <span className={own.way}>
      <span className={own.ticks} aria-hidden="true">
        {[1, 2, 3, 4].map((tick) => (
          <i key={tick} data-on={tick <= ticks ? "" : undefined} data-last={tick === 4 ? "" : undefined} />
        ))}
      </span>
      {tone ? <StateWord tone={tone}>{said}</StateWord> : <span className={styles.meta}>{said}</span>}
    </span>
  );
}

/** Who, when and at what cost: from a word to every prompt. */
function Steps({ agent, memory, word }: MemoryRowProps) {
  const { t, i18n } = useTranslation();
  const cases = useQuery({ ...casesQuery(agent), enabled: word !== undefined }).data ?? [];
  const one = cases.find(({ feedbackId }) => feedbackId !== null && feedbackId === memory.feedbackId);
  const runs = useQuery({ ...caseRunsQuery(one?.id ?? ""), enabled: one !== undefined }).data ?? [];
  const { withIt } = replaysOf(runs);
  const at = (moments: string) => moment(moments, Date.now(), i18n.language);
  const isApplied = memory.status === "active" && (!word || word.status === "applied");
  return (
    <ol className={own.steps} aria-label={t("agents.memorySteps")}>
      <Step name={t("agents.stepNew")} at={at(word?.createdAt ?? memory.createdAt)} isDone>
        {word ? t("agents.stepSaid", { who: nameIn(word), what: word.comment }) : memory.createdBy}{" "}
        {word?.runId ? (
          <Link to="/runs/$runId" params={{ runId: word.runId }}>
            {t("agents.memoryFrom")}
          </Link>
        ) : null}
      </Step>
      <Step name={t("agents.stepDistilled")} at={at(memory.createdAt)} isDone>
        {t("agents.stepKept", { kind: t(`agents.memoryKinds.${memory.kind}`), who: memory.createdBy })}
      </Step>
      <Replayed runs={runs} hasWord={word !== undefined} />
      <Step
        name={t("agents.stepApplied")}
        at={isApplied ? at((word ? withIt?.createdAt : null) ?? memory.createdAt) : ""}
        isDone={isApplied}
        isLast
      >
        {t(isApplied ? "agents.stepInUse" : "agents.stepNotApplied")}
      </Step>
    </ol>
  );
}

/** How the case did without and with what was learnt. */
function Replayed({ runs, hasWord }: { runs: EvalRunInfo[]; hasWord: boolean }) {
  const { t, i18n } = useTranslation();
  const { without, withIt, costMicros } = replaysOf(runs);
  const name = t("agents.stepReplayed");
  if (!withIt) {
    return (
      <Step name={name} at="" isDone={false}>
        {t(hasWord ? "agents.stepNotReplayed" : "agents.stepNoReplay")}
      </Step>
    );
  }
  const passed = (one: EvalRunInfo) => t(one.passed ? "agents.replayPasses" : "agents.replayFails");
  const when = moment(withIt.createdAt, Date.now(), i18n.language);
  return (
    <Step name={name} at={`${when}, ${money(costMicros, i18n.language)}`} isDone>
      {t("agents.stepReplays", { before: without ? passed(without) : "–", after: passed(withIt) })}
    </Step>
  );
}

interface StepProps {
  name: string;
  at: string;
  isDone: boolean;
  isLast?: boolean;
  children: ReactNode;
}

function Step({ name, at, isDone, isLast = false, children }: StepProps) {
  return (
    <li data-done={isDone ? "" : undefined} data-last={isLast ? "" : undefined}>
      <b>{name}</b>
      <span className={styles.meta}>{at}</span>
      <span>{children}</span>
    </li>
  );
}
