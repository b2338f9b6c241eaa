import { Link } from "@tanstack/react-router";
import {
  CircleX,
  CornerDownRight,
  Cpu,
  LoaderCircle,
  type LucideIcon,
  Play,
  Stamp,
  Wrench,
} from "lucide-react";
import { type CSSProperties, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { SpanInfo, TraceInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { duration, money } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import type { RunView } from "@/lib/run/view";
import { Icon } from "@/ui/icon";
import { type Bar, chosenBy, timeline } from "../model";
import styles from "./steps.module.css";

interface StepTreeProps {
  trace: TraceInfo | undefined;
  /** What tools said they did, where that is known: better words than their names. */
  view: RunView | null;
  runId: string;
  selected: string | undefined;
  now: number;
}

/** The steps of a trace in order, each with its place in time and its cost; started runs stand under theirs. */
export function StepTree({ trace, view, runId, selected, now }: StepTreeProps) {
  const { t } = useTranslation();
  const bars = useMemo(() => (trace ? timeline(trace, now) : []), [trace, now]);
  const said = useMemo(() => summaries(view), [view]);
  const chosen = useMemo(() => chosenBy(bars), [bars]);
  const hasCost = (trace?.costMicros ?? 0) > 0;
  return (
    <section className={styles.steps} aria-label={t("runs.steps")}>
      <div className={styles.head}>
        <h2 className={styles.title}>{t("runs.steps")}</h2>
        <span>{bars.length}</span>
        <span className={styles.time}>{t("runs.time")}</span>
        {hasCost ? <span className={styles.price}>$</span> : null}
      </div>
      <ol>
        {bars.map((bar) => (
          <li key={bar.span.id}>
            <StepRow
              bar={bar}
              said={said.get(`tool:${bar.span.attributes["tool.id"]}`)}
              chosen={chosen.get(bar.span.id) ?? []}
              isSelected={bar.span.runId === runId && bar.span.step === selected}
              hasCost={hasCost}
            />
          </li>
        ))}
      </ol>
    </section>
  );
}

/** Return what each tool said it did, by its call. */
function summaries(view: RunView | null): Map<string, string> {
  const tools = (view?.items ?? []).filter((item) => item.kind === "tool" && item.summary);
  return new Map(tools.map((item) => [item.key, item.kind === "tool" ? item.summary : ""]));
}

interface StepRowProps {
  bar: Bar;
  said: string | undefined;
  chosen: string[];
  isSelected: boolean;
  hasCost: boolean;
}

function StepRow({ bar, said, chosen, isSelected, hasCost }: StepRowProps) {
  const { i18n } = useTranslation();
  const { span } = bar;
  const name = useStepName(chosen);
  const isFailed = span.status === "failed";
  return (
    <Link
      to="/runs/$runId"
      params={{ runId: span.runId }}
      search={({ project }) => ({ project, ...(span.step ? { step: span.step, tab: "io" as const } : {}) })}
      className={classes(styles.step, isFailed && styles.failed)}
      style={{ "--depth": bar.depth } as CSSProperties}
      aria-current={isSelected ? "true" : undefined}
    >
      <Icon of={glyphOf(span, isFailed)} size="small" />
      <span className={styles.name} title={said ?? name(span)}>
        {said ?? name(span)}
      </span>
      <span className={styles.line} aria-hidden="true">
        <span
          className={classes(styles.bar, span.kind !== "model" && styles.light)}
          style={{ insetInlineStart: `${bar.from}%`, inlineSize: `${bar.size}%` }}
        />
      </span>
      <span className={styles.took}>{duration(bar.ms, i18n.language)}</span>
      {hasCost ? (
        <span className={styles.price}>{span.costMicros ? money(span.costMicros, i18n.language) : ""}</span>
      ) : null}
    </Link>
  );
}

/** What the studio calls its own steps, and what a person does. */
const STEPS = new Map(
  Object.entries({
    begin: "runs.stepBegin",
    commit: "runs.stepCommit",
    review: "runs.stepReview",
    publish: "runs.stepPublish",
    guard: "runs.stepGuard",
    "ask a person": "runs.stepAsk",
    "wait for a person": "runs.stepWait",
    "end the turn": "runs.stepEnd",
    project: "runs.stepOwn",
    "take the article": "runs.stepTake",
    "keep sources": "runs.stepSources",
    "analyze the author's writing": "runs.stepVoice",
    "decide how it is told": "runs.stepTold",
    "plan the article": "runs.stepPlan",
    "keep the skeleton": "runs.stepOutline",
    "go on to writing": "runs.stepGoOn",
    "keep the text": "runs.stepText",
    "check how it reads": "runs.stepReads",
    "find pictures": "runs.stepPictures",
    "put pictures in": "runs.stepPicturesIn",
    "save the entry": "runs.stepSave",
    "check citations": "runs.stepCitations",
  } as const),
);

/** Return a function that names a span as a person would. */
function useStepName(chosen: string[]): (span: SpanInfo) => string {
  const { t } = useTranslation();
  const agent = useAgentName();
  const ownStep = (name: string) => {
    const word = /^corpus-/.test(name) ? "runs.stepCorpus" : STEPS.get(name);
    return word ? t(word) : spellName(name);
  };
  const modelStep = ({ name, endedAt, status }: SpanInfo) => {
    // A step with words of its own says what it does; a single call, or one that failed, is known by its model.
    if (name.includes(" ")) return t("runs.stepModel", { name: ownStep(name) });
    if (name.includes(":") || !endedAt || status === "failed") return t("runs.stepModel", { name });
    if (chosen.length === 0) return t("runs.stepAnswered");
    const tools = [...new Set(chosen)].map(spellName).join(", ");
    return t("runs.stepChose", { tools });
  };
  return (span) => {
    const name =
      span.kind === "model"
        ? modelStep(span)
        : span.kind === "run"
          ? t("runs.stepRun", { name: agent(span.name) })
          : ownStep(span.name);
    const attempt = Number(span.attributes["proofroom.step.attempt"] ?? 1);
    return attempt > 1 ? `${name}, ${t("runs.attempt", { attempt })}` : name;
  };
}

function glyphOf(span: SpanInfo, isFailed: boolean): LucideIcon {
  if (isFailed) return CircleX;
  if (!span.endedAt) return LoaderCircle;
  if (span.kind === "model") return Cpu;
  if (span.kind === "run") return CornerDownRight;
  if (span.kind === "approval" || span.kind === "wait") return Stamp;
  return span.kind === "tool" ? Wrench : Play;
}
