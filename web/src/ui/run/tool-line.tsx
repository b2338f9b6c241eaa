import { Check, ChevronDown, ChevronRight, LoaderCircle, Stamp, X } from "lucide-react";
import { type ReactNode, useContext, useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { duration } from "@/lib/format";
import { type FoldedReads, toolWords } from "@/lib/run/fold";
import type { ToolItem, ToolState } from "@/lib/run/view";
import { Icon } from "../icon";
import { later } from "../later";
import { RunOf } from "./run-of";
import styles from "./tool-line.module.css";

const Feedback = later(() => import("./feedback"));

const GLYPHS = { running: LoaderCircle, done: Check, failed: X, refused: X, waiting: Stamp };

interface FoldProps {
  state: ToolState;
  words: ReactNode;
  end: string;
  children: ReactNode;
}

/** One line that opens to what stands behind it. */
function FoldLine({ state, words, end, children }: FoldProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={classes(styles.line, styles[state])}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <span className={styles.glyph}>
          <Icon of={GLYPHS[state]} size="small" />
        </span>
        <span className={styles.chevron}>
          <Icon of={isOpen ? ChevronDown : ChevronRight} size="small" />
        </span>
        <span className={styles.words}>{words}</span>
        <span className={styles.end}>{end}</span>
      </button>
      <div id={id} hidden={!isOpen} className={styles.inside}>
        {isOpen ? children : null}
      </div>
    </div>
  );
}

/** A tool call: `verb object`, its state or time, and on demand what went in and came out. */
export function ToolLine({ tool }: { tool: ToolItem }) {
  return (
    <FoldLine state={tool.state} words={<Words tool={tool} />} end={useEnd(tool)}>
      <InAndOut tool={tool} />
    </FoldLine>
  );
}

function useEnd(tool: ToolItem): string {
  const { t, i18n } = useTranslation();
  switch (tool.state) {
    case "running":
      return t("run.running");
    case "waiting":
      return t("run.waitsForYou");
    case "refused":
      return t("run.refused");
    case "failed":
      return t("run.failed");
    default:
      return tool.durationMs === null ? "" : duration(tool.durationMs, i18n.language);
  }
}

function Words({ tool }: { tool: ToolItem }) {
  const { verb, object } = toolWords(tool);
  if (tool.state === "done" && tool.summary) return <span className={styles.object}>{tool.summary}</span>;
  return (
    <>
      {verb} <span className={styles.object}>{object}</span>
    </>
  );
}

/** Reads that followed each other, as one line. */
export function ReadsLine({ reads }: { reads: FoldedReads }) {
  const { t, i18n } = useTranslation();
  const words = (
    <>
      {t("run.looked")}{" "}
      <span className={styles.object}>{t("run.places", { count: reads.tools.length })}</span>
    </>
  );
  return (
    <FoldLine state="done" words={words} end={duration(reads.durationMs, i18n.language)}>
      {reads.tools.map((tool) => (
        <ToolLine key={tool.key} tool={tool} />
      ))}
    </FoldLine>
  );
}

function InAndOut({ tool }: { tool: ToolItem }) {
  const { t } = useTranslation();
  const runId = useContext(RunOf);
  const isOver = tool.state === "done" || tool.state === "failed";
  const result = tool.error ?? (tool.data === null ? tool.summary : spell(tool.data));
  return (
    <dl className={styles.facts}>
      <dt>{t("run.tool")}</dt>
      <dd>{tool.name}</dd>
      {Object.entries(tool.input).map(([name, value]) => (
        <div key={name} className={styles.pair}>
          <dt>{name}</dt>
          <dd>{spell(value)}</dd>
        </div>
      ))}
      {tool.approval?.reason ? (
        <div className={styles.pair}>
          <dt>{t("run.reason")}</dt>
          <dd>{tool.approval.reason}</dd>
        </div>
      ) : null}
      {result ? (
        <div className={styles.pair}>
          <dt>{t("run.result")}</dt>
          <dd>{result}</dd>
        </div>
      ) : null}
      {runId && isOver ? (
        <Feedback of="call" kind="toolCall" id={tool.key.slice("tool:".length)} runId={runId} />
      ) : null}
    </dl>
  );
}

const LONGEST = 2000;

function spell(value: unknown): string {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
