import type { TFunction } from "i18next";
import { ListTree } from "lucide-react";
import { useContext } from "react";
import { useTranslation } from "react-i18next";
import { closeOpenMarks } from "@/lib/markdown";
import { type Line, spellName } from "@/lib/run/fold";
import type { NoteItem, ProposalItem, ToolItem } from "@/lib/run/view";
import { Icon } from "../icon";
import { later } from "../later";
import { Markdown } from "../markdown";
import { ChangeSlot } from "./change-slot";
import styles from "./lines.module.css";
import { RunOf } from "./run-of";
import { ThoughtLine } from "./thought-line";
import { ReadsLine, ToolLine } from "./tool-line";
import { ToolSlot } from "./tool-slot";

const DelegationCard = later(() => import("./delegation-card"), ToolLine);

/** What an agent said and did, in order. */
export function Lines({ lines, isLive, runId = "" }: { lines: Line[]; isLive: boolean; runId?: string }) {
  return (
    <RunOf value={runId}>
      {runsOf(lines).map((group) =>
        group.isTools ? (
          // Calls that follow each other stand close, as a list of what was done.
          <div key={group.lines[0]?.key}>
            {group.lines.map((line) => (
              <LineView key={line.key} line={line} isLast={false} />
            ))}
          </div>
        ) : (
          group.lines.map((line) => (
            <LineView key={line.key} line={line} isLast={isLive && line === lines.at(-1)} />
          ))
        ),
      )}
    </RunOf>
  );
}

interface Run {
  isTools: boolean;
  lines: Line[];
}

/** Return the lines in runs of tool calls and of all else, in their order. */
function runsOf(lines: Line[]): Run[] {
  const runs: Run[] = [];
  for (const line of lines) {
    const isTools = line.kind === "tool" || line.kind === "reads";
    const last = runs.at(-1);
    if (last?.isTools === isTools) last.lines.push(line);
    else runs.push({ isTools, lines: [line] });
  }
  return runs;
}

function LineView({ line, isLast }: { line: Line; isLast: boolean }) {
  switch (line.kind) {
    case "text":
      return <Markdown text={isLast ? closeOpenMarks(line.text) : line.text} />;
    case "thinking":
      return <ThoughtLine text={line.text} isLive={isLast} />;
    case "tool":
      return <ToolView tool={line} />;
    case "reads":
      return <ReadsLine reads={line} />;
    case "proposal":
      return <ProposalCard proposal={line} />;
    default:
      return <NoteLine note={line} />;
  }
}

/** A call, and below it what its feature shows of what came of it. */
function ToolView({ tool }: { tool: ToolItem }) {
  const Card = useContext(ToolSlot)[tool.name];
  return (
    <>
      {tool.name === "delegateToAgent" ? <DelegationCard tool={tool} /> : <ToolLine tool={tool} />}
      {Card && tool.state === "done" ? <Card tool={tool} /> : null}
    </>
  );
}

/** A proposal in the conversation: with its changes where a feature can show them, else in one line. */
function ProposalCard({ proposal }: { proposal: ProposalItem }) {
  const Card = useContext(ChangeSlot);
  const plain = <PlainProposal proposal={proposal} />;
  return Card ? <Card proposal={proposal} plain={plain} /> : plain;
}

function PlainProposal({ proposal }: { proposal: ProposalItem }) {
  const { t } = useTranslation();
  return (
    <div className={styles.card}>
      <Icon of={ListTree} tone="muted" />
      <span className={styles.grow}>
        <b>{t("run.changes", { count: proposal.hunks })}</b>
      </span>
      <span className={styles.meta}>{proposal.state === "open" ? t("run.waitsForYou") : proposal.state}</span>
    </div>
  );
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

/** Say what came into another state; a thing without a name is the one the run is about. */
function movedWords({ subject, before = "", after = "" }: NoteItem["values"], t: TFunction): string {
  const states = { before: spellName(before), after: spellName(after) };
  return subject && !ID.test(subject) ? t("run.moved", { subject, ...states }) : t("run.movedOn", states);
}

function NoteLine({ note }: { note: NoteItem }) {
  const { t } = useTranslation();
  const text = {
    restarted: () => t("run.restarted", { attempt: note.values.attempt }),
    switched: () => t("run.switched", { before: note.values.before, after: note.values.after }),
    told: () => `${note.values.message} ${note.values.suggestion}`,
    moved: () => movedWords(note.values, t),
  }[note.kind]();
  return (
    <p className={note.kind === "told" ? styles.told : styles.stamp} title={note.values.reason}>
      {text}
    </p>
  );
}
