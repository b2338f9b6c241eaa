import { Link } from "@tanstack/react-router";
import {
  BookA,
  Box,
  Braces,
  Check,
  Circle,
  CircleAlert,
  CircleDot,
  File,
  FileText,
  type LucideIcon,
  MessageSquare,
  Settings2,
  X,
} from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { commentsOn } from "@/lib/comments";
import { nameOf } from "@/lib/diff";
import { type Change, fieldName, type Subject, spansOfChange, tallyOf } from "@/lib/review";
import { Counts } from "@/ui/diff";
import { Icon } from "@/ui/icon";
import { VirtualRows } from "@/ui/virtual-rows";
import { useDesk, useNoteFacts } from "../desk";
import styles from "./change-list.module.css";

const GLYPHS: Record<string, LucideIcon> = {
  document: FileText,
  entry: Box,
  status: FileText,
  model: Braces,
  dictionary: BookA,
  vocabulary: BookA,
  singleton: Settings2,
  config: Settings2,
};

type Row = { subject: Subject; change: Change | null };

const ROW = 32;

/** The subjects of a proposal; the one at hand shows its changes. */
export function ChangeList({ scroller }: { scroller: HTMLElement | null }) {
  const { t } = useTranslation();
  const { review, subject, current } = useDesk();
  const rows = useMemo(
    () =>
      review.subjects.flatMap((one): Row[] => [
        { subject: one, change: null },
        ...(one.key === subject.key ? one.changes.map((change) => ({ subject: one, change })) : []),
      ]),
    [review, subject.key],
  );
  return (
    <nav aria-label={t("review.changes")}>
      <VirtualRows
        count={rows.length}
        estimate={ROW}
        scroller={scroller}
        current={rows.findIndex(({ change }) => change !== null && change.id === current?.id)}
        keyOf={(index) => rows[index]?.change?.id ?? rows[index]?.subject.key ?? String(index)}
        render={(index) => {
          const row = rows[index];
          if (!row) return null;
          return row.change ? <ChangeRow change={row.change} /> : <SubjectRow subject={row.subject} />;
        }}
      />
    </nav>
  );
}

function SubjectRow({ subject }: { subject: Subject }) {
  const { subject: shown, review } = useDesk();
  const first = subject.changes.find((change) => change.state === "open") ?? subject.changes[0];
  const hasTwin = review.subjects.some(
    (other) => other !== subject && other.entry === subject.entry && subject.entry,
  );
  return (
    <Link
      to="."
      search={(before) => ({ ...before, change: first?.id })}
      replace
      resetScroll={false}
      className={classes(styles.subject, shown.key === subject.key && styles.shown)}
      activeProps={{}}
    >
      <Icon of={GLYPHS[subject.kind] ?? File} tone="muted" />
      <span className={styles.words} lang={subject.locale ?? undefined}>
        {subject.title}
      </span>
      {hasTwin && subject.locale ? <span className={styles.locale}>{subject.locale}</span> : null}
      <Counts {...tallyOf(subject.changes)} />
    </Link>
  );
}

function ChangeRow({ change }: { change: Change }) {
  const { t } = useTranslation();
  const { current, subject } = useDesk();
  const { comments } = useNoteFacts();
  const said = commentsOn(comments, change).length;
  const isCurrent = current?.id === change.id;
  const { hunk } = change;
  const words = hunk.isProse
    ? nameOf(spansOfChange(change))
    : fieldName(hunk.path, hunk.labels) || t("review.everything");
  const [glyph, state] = stateGlyph(change, isCurrent);
  return (
    <Link
      to="."
      search={(before) => ({ ...before, change: change.id })}
      replace
      resetScroll={false}
      className={classes(styles.change, styles[change.state])}
      aria-current={isCurrent ? "true" : undefined}
      activeProps={{}}
    >
      <span className={styles.number}>{change.number}</span>
      <span className={styles.words} lang={hunk.isProse ? (subject.locale ?? undefined) : undefined}>
        {words}
      </span>
      {said > 0 ? (
        <span className={styles.said}>
          <span aria-hidden="true">{said}</span>
          <Icon of={MessageSquare} size="tiny" />
          <span className="hidden-text">{t("review.comments", { count: said })}</span>
        </span>
      ) : null}
      <Icon of={glyph} size="small" />
      <span className="hidden-text">{t(state)}</span>
    </Link>
  );
}

type StateName = "review.accepted" | "review.rejected" | "review.conflict" | "review.undecided";

function stateGlyph(change: Change, isCurrent: boolean): [LucideIcon, StateName] {
  if (change.state === "accepted") return [Check, "review.accepted"];
  if (change.state === "rejected") return [X, "review.rejected"];
  if (change.conflict) return [CircleAlert, "review.conflict"];
  return [isCurrent ? CircleDot : Circle, "review.undecided"];
}
