import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { type Span, sideOf, spellValue } from "@/lib/diff";
import { type Change, fieldName, spansOfChange } from "@/lib/review";
import { diffClass, Words } from "@/ui/diff";
import { StateWord } from "@/ui/state-word";
import { VirtualRows } from "@/ui/virtual-rows";
import { useDesk } from "../desk";
import { fieldsOf } from "../value";
import styles from "./fields-view.module.css";
import { Note } from "./note";

const ROW = 88;

interface ViewProps {
  scroller: HTMLElement | null;
}

/** A subject's changes field by field: before, after, decision. */
export function FieldsView({ scroller }: ViewProps) {
  const { t } = useTranslation();
  const { subject, current } = useDesk();
  const { changes } = subject;
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight are in the page, which no table can
    <div role="table" aria-label={subject.title} aria-rowcount={changes.length + 1}>
      {/* biome-ignore lint/a11y/useSemanticElements: the same */}
      {/* biome-ignore lint/a11y/useFocusableInteractive: rows are read, not focused */}
      <div role="row" className={classes(styles.row, styles.head)}>
        {[t("review.field"), t("review.before"), t("review.after"), t("review.decision")].map((name) => (
          // biome-ignore lint/a11y/useSemanticElements: the same
          // biome-ignore lint/a11y/useFocusableInteractive: the same
          <span role="columnheader" key={name}>
            {name}
          </span>
        ))}
      </div>
      <VirtualRows
        count={changes.length}
        estimate={ROW}
        scroller={scroller}
        current={changes.findIndex((change) => change.id === current?.id)}
        keyOf={(index) => changes[index]?.id ?? String(index)}
        render={(index) => {
          const change = changes[index];
          return change ? <Row change={change} index={index} /> : null;
        }}
      />
    </div>
  );
}

function Row({ change, index }: { change: Change; index: number }) {
  const { current, subject, go } = useDesk();
  const spans = spansOfChange(change);
  const isCurrent = current?.id === change.id;
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight are in the page
    // biome-ignore lint/a11y/useKeyWithClickEvents: a pointer may point at a row; keys use j and k
    <div
      role="row"
      id={`change-${change.id}`}
      tabIndex={-1}
      aria-rowindex={index + 2}
      aria-current={isCurrent ? "true" : undefined}
      className={classes(styles.row, diffClass(change.state), isCurrent && styles.current)}
      lang={subject.locale ?? undefined}
      onClick={() => go(change)}
    >
      <FieldName change={change} />
      <Value change={change} side="old" spans={sideOf(spans, "old")} />
      <Value change={change} side="new" spans={sideOf(spans, "new")} />
      {/* biome-ignore lint/a11y/useSemanticElements: the same */}
      <div role="cell" className={styles.decision} lang="">
        <Note change={change} isCurrent={isCurrent} />
      </div>
    </div>
  );
}

function FieldName({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { subject } = useDesk();
  const { hunk } = change;
  const sentences = subject.changes.filter(
    (other) => other.hunk.isProse && other.hunk.path.join() === hunk.path.join(),
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight are in the page
    // biome-ignore lint/a11y/useFocusableInteractive: a name is read, not focused
    <div role="rowheader" className={styles.name} lang="">
      {fieldName(hunk.path, hunk.labels) || t("review.everything")}
      {hunk.isProse && sentences.length > 1 ? (
        <span className={styles.type}>
          {t("review.sentence", { number: sentences.indexOf(change) + 1, count: sentences.length })}
        </span>
      ) : null}
      {hunk.risk ? <StateWord tone="finding">{hunk.risk}</StateWord> : null}
    </div>
  );
}

interface ValueProps {
  change: Change;
  side: "old" | "new";
  spans: Span[];
}

function Value({ change, side, spans }: ValueProps) {
  const { t } = useTranslation();
  const { hunk } = change;
  const value = side === "old" ? hunk.old : hunk.new;
  const whole = hunk.path.length === 0 ? fieldsOf(value) : [];
  const isText = typeof value === "string" && value.length > 0;
  const look = hunk.target.type === "rule" ? styles.code : styles.prose;
  return (
    // biome-ignore lint/a11y/useSemanticElements: only the rows in sight are in the page
    <div role="cell" className={classes(styles.value, isText && look)}>
      {whole.length > 0 ? (
        <dl className={styles.whole}>
          {whole.map(([name, inner]) => (
            <div key={name}>
              <dt className={styles.type}>{fieldName([name], hunk.labels)}</dt>
              <dd>
                <Words spans={[[side === "old" ? "removed" : "added", spellValue(inner)]]} />
              </dd>
            </div>
          ))}
        </dl>
      ) : spans.length === 0 ? (
        <span className={styles.empty}>{t("review.empty")}</span>
      ) : (
        <Words spans={spans} />
      )}
    </div>
  );
}
