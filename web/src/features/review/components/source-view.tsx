import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import type { Change } from "@/lib/review";
import { spellTarget } from "@/lib/target";
import { VirtualRows } from "@/ui/virtual-rows";
import { useDesk } from "../desk";
import { sourceLines } from "../value";
import { Note } from "./note";
import styles from "./source-view.module.css";

const ROW = 96;

interface ViewProps {
  scroller: HTMLElement | null;
}

/** A subject's changes letter by letter: old lines, new lines, with every mark and space. */
export function SourceView({ scroller }: ViewProps) {
  const { subject, current } = useDesk();
  const { changes } = subject;
  return (
    <VirtualRows
      count={changes.length}
      estimate={ROW}
      scroller={scroller}
      current={changes.findIndex((change) => change.id === current?.id)}
      keyOf={(index) => changes[index]?.id ?? String(index)}
      render={(index) => {
        const change = changes[index];
        return change ? <SourceChange change={change} /> : null;
      }}
    />
  );
}

function SourceChange({ change }: { change: Change }) {
  const { current, subject, go } = useDesk();
  const { hunk } = change;
  const isCurrent = current?.id === change.id;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer may point at a change; keys use j and k
    <section
      id={`change-${change.id}`}
      tabIndex={-1}
      aria-label={`${change.number}`}
      aria-current={isCurrent ? "true" : undefined}
      className={classes(styles.change, isCurrent && styles.current)}
      onClick={() => go(change)}
    >
      <div className={styles.source}>
        <p className={styles.place}>
          <b>{change.number}</b> {spellTarget(hunk.target)}
        </p>
        <pre className={styles.lines} lang={subject.locale ?? undefined}>
          <Lines lines={sourceLines(hunk.old)} op="removed" state={change.state} />
          <Lines lines={sourceLines(hunk.new)} op="added" state={change.state} />
        </pre>
      </div>
      <Note change={change} isCurrent={isCurrent} />
    </section>
  );
}

interface LinesProps {
  lines: string[];
  op: "added" | "removed";
  state: Change["state"];
}

function Lines({ lines, op, state }: LinesProps) {
  const { t } = useTranslation();
  const isGone = (state === "accepted" && op === "removed") || (state === "rejected" && op === "added");
  const Tag = op === "added" ? "ins" : "del";
  return lines.map((line, index) => (
    <Tag
      // biome-ignore lint/suspicious/noArrayIndexKey: lines keep their order
      key={index}
      className={classes(styles.line, styles[op], state !== "open" && styles.off, isGone && styles.gone)}
    >
      <span className={styles.sign} aria-hidden="true">
        {op === "added" ? "+" : "−"}
      </span>
      <span className="hidden-text">{op === "added" ? t("review.saidAdded") : t("review.saidRemoved")}</span>
      {line || " "}
    </Tag>
  ));
}
