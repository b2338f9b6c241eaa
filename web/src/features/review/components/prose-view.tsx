import { memo, type ReactNode, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { HunkInfo, TextInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { spellValue } from "@/lib/diff";
import { type Change, fieldName, spansOfChange } from "@/lib/review";
import { placeOf } from "@/lib/target";
import { diffClass, WordSpan, Words } from "@/ui/diff";
import { VirtualRows } from "@/ui/virtual-rows";
import { textsOf, useDesk, useNoteFacts } from "../desk";
import { blocksOf, inlineParts, type LaidBlock, layOut, type Run, type Stretch, wholeBlocks } from "../prose";
import { fieldsOf } from "../value";
import { Note } from "./note";
import styles from "./prose-view.module.css";

interface ViewProps {
  isInline: boolean;
  scroller: HTMLElement | null;
}

/** A subject as it reads: changed fields first, then its texts from beginning to end. */
export function ProseView({ isInline, scroller }: ViewProps) {
  const { detail, subject } = useDesk();
  const texts = textsOf(detail, subject);
  const inText = new Set(texts.map((text) => placeOf(text.target)));
  const fields = subject.changes.filter(({ hunk }) => !inText.has(placeOf(hunk.target)));
  return (
    <article
      className={classes(styles.page, isInline && styles.inline)}
      lang={subject.locale ?? undefined}
      aria-label={subject.title}
    >
      <h2 className={styles.title}>{subject.title}</h2>
      {fields.length > 0 ? <Fields fields={fields} isInline={isInline} scroller={scroller} /> : null}
      {texts.map((text) => (
        <Passage key={placeOf(text.target)} text={text} isInline={isInline} />
      ))}
    </article>
  );
}

const MANY = 40;
const ROW = 72;

/** The changed fields; when there are very many, only those in sight are drawn. */
function Fields({ fields, isInline, scroller }: ViewProps & { fields: Change[] }) {
  const { current } = useDesk();
  const draw = (change: Change) => (
    <FieldChange key={change.id} change={change} isCurrent={change.id === current?.id} isInline={isInline} />
  );
  if (fields.length <= MANY) return <div className={styles.fields}>{fields.map(draw)}</div>;
  return (
    <VirtualRows
      count={fields.length}
      estimate={ROW}
      scroller={scroller}
      current={fields.findIndex((change) => change.id === current?.id)}
      keyOf={(index) => fields[index]?.id ?? String(index)}
      render={(index) => {
        const change = fields[index];
        return change ? draw(change) : null;
      }}
    />
  );
}

const CHUNK = 8;

/** One text. It is drawn in chunks that cost nothing while they are out of sight. */
function Passage({ text, isInline }: { text: TextInfo; isInline: boolean }) {
  const { detail, review, current } = useDesk();
  const chunks = useMemo(() => {
    const hunks = new Map<string, HunkInfo>(detail.hunks.map((hunk) => [hunk.id, hunk]));
    const blocks = layOut(blocksOf(text, review.byHunk, hunks));
    const found: LaidBlock[][] = [];
    for (let at = 0; at < blocks.length; at += CHUNK) found.push(blocks.slice(at, at + CHUNK));
    return found;
  }, [text, review, detail.hunks]);
  const labels = detail.hunks.find((hunk) => placeOf(hunk.target) === placeOf(text.target))?.labels;
  return (
    <>
      {text.target.path[0] === "body" ? null : (
        <h3 className={styles.label}>{fieldName(text.target.path, labels)}</h3>
      )}
      {chunks.map((chunk, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's chunks have no name and keep their order
        <div key={number} className={styles.chunk}>
          <Blocks blocks={chunk} currentId={current?.id} isInline={isInline} />
        </div>
      ))}
    </>
  );
}

const TAGS = { heading: "h3", paragraph: "p", item: "p", quote: "blockquote", code: "pre" } as const;

interface BlocksProps {
  blocks: LaidBlock[];
  currentId: string | undefined;
  isInline: boolean;
}

function Blocks({ blocks, currentId, isInline }: BlocksProps) {
  return blocks.map((block, index) => {
    const Tag = block.kind === "heading" && block.level > 2 ? "h4" : TAGS[block.kind];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name and keep their order
      <Tag key={index} className={styles[block.kind]}>
        {block.stretches.map((stretch, at) => (
          <StretchView
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            key={at}
            stretch={stretch}
            isCurrent={stretch.change !== null && stretch.change.id === currentId}
            isInline={isInline}
          />
        ))}
      </Tag>
    );
  });
}

interface StretchProps {
  stretch: Stretch;
  isCurrent: boolean;
  isInline: boolean;
}

function StretchView({ stretch, isCurrent, isInline }: StretchProps) {
  const { change, runs, isFirst } = stretch;
  if (!change) return <Plain runs={runs} />;
  return (
    <Hunk change={change} isCurrent={isCurrent} isFirst={isFirst} isInline={isInline}>
      {runs.map(({ op, text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words of a change keep their order
        <WordSpan key={index} op={op} text={text} />
      ))}
    </Hunk>
  );
}

interface HunkProps {
  change: Change;
  isCurrent: boolean;
  isFirst: boolean;
  isInline: boolean;
  children: ReactNode;
}

/** A change in its text, with its number, and its note in the margin. */
function Hunk({ change, isCurrent, isFirst, isInline, children }: HunkProps) {
  const { go } = useNoteFacts();
  return (
    <>
      {isFirst && !isInline ? (
        <span className={styles.margin}>
          <Note change={change} isCurrent={isCurrent} />
        </span>
      ) : null}
      {/* biome-ignore lint/a11y/noStaticElementInteractions: a pointer may point at the words; keys use j and k */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: see above */}
      <span
        {...(isFirst ? { id: `change-${change.id}`, tabIndex: -1 } : {})}
        className={classes(styles.hunk, diffClass(change.state), isCurrent && styles.current)}
        onClick={() => go(change)}
      >
        {isFirst ? <sup className={styles.number}>{change.number}</sup> : null}
        {children}
      </span>
      {isFirst && isInline ? <Note change={change} isCurrent={isCurrent} isInline /> : null}
    </>
  );
}

/** Words that stay, with their emphasis. */
const Plain = memo(function Plain({ runs }: { runs: Run[] }) {
  return inlineParts(runs.map(({ text }) => text).join("")).map(({ kind, text }, index) => {
    const Tag = ({ strong: "strong", em: "em", code: "code", link: "u", text: null } as const)[kind];
    // biome-ignore lint/suspicious/noArrayIndexKey: parts of a sentence keep their order
    return Tag ? <Tag key={index}>{text}</Tag> : text;
  });
});

interface FieldProps {
  change: Change;
  isCurrent: boolean;
  isInline: boolean;
}

/** A field that is no long text: its name, and what goes and comes. A whole entry shows all it has. */
const FieldChange = memo(function FieldChange({ change, isCurrent, isInline }: FieldProps) {
  const { t } = useTranslation();
  const { hunk } = change;
  const isWhole = hunk.path.length === 0 && (hunk.op === "add" || hunk.op === "remove");
  const rest = { change, isCurrent, isFirst: true, isInline };
  if (isWhole) {
    return (
      <div className={styles.whole}>
        <p className={styles.label}>
          <Hunk {...rest}>{hunk.op === "add" ? t("review.newEntry") : t("review.removedEntry")}</Hunk>
        </p>
        <Whole change={change} />
      </div>
    );
  }
  return (
    <div className={styles.field}>
      <span className={styles.label}>{fieldName(hunk.path, hunk.labels) || t("review.file")}</span>
      <p className={styles.value}>
        <Hunk {...rest}>
          <Words spans={spansOfChange(change)} />
        </Hunk>
      </p>
    </div>
  );
});

function Whole({ change }: { change: Change }) {
  const op = change.hunk.op === "add" ? "added" : "removed";
  const value = change.hunk.op === "add" ? change.hunk.new : change.hunk.old;
  return (
    <div className={diffClass(change.state)}>
      {fieldsOf(value).map(([name, inner]) =>
        name === "body" && typeof inner === "string" ? (
          <Blocks
            key={name}
            blocks={layOut(wholeBlocks(inner, op, change), [change.id])}
            currentId={undefined}
            isInline
          />
        ) : (
          <div key={name} className={styles.field}>
            <span className={styles.label}>{fieldName([name], change.hunk.labels)}</span>
            <p className={styles.value}>
              <WordSpan op={op} text={spellValue(inner)} />
            </p>
          </div>
        ),
      )}
    </div>
  );
}
