import { memo, useMemo } from "react";
import { useTranslation } from "react-i18next";
import type { HunkInfo, TextInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { spellValue } from "@/lib/diff";
import { diffClass, WordSpan, Words } from "@/ui/diff";
import { fieldName, placeOf, textsOf, useDesk } from "../desk";
import { type Change, spansOfChange } from "../model";
import {
  blocksOf,
  inlineParts,
  type LaidBlock,
  layOut,
  type Run,
  runsOf,
  type Stretch,
  wholeBlocks,
} from "../prose";
import { fieldsOf } from "../value";
import { Note } from "./note";
import styles from "./prose-view.module.css";

/** A subject as it reads: changed fields first, then its texts from beginning to end. */
export function ProseView({ isInline }: { isInline: boolean }) {
  const { detail, subject } = useDesk();
  const texts = textsOf(detail, subject);
  const inText = new Set(texts.map(placeOf));
  const fields = subject.changes.filter(({ hunk }) => !inText.has(placeOf(hunk)));
  return (
    <article
      className={classes(styles.page, isInline && styles.inline)}
      lang={subject.locale ?? undefined}
      aria-label={subject.title}
    >
      <h2 className={styles.title}>{subject.title}</h2>
      {fields.length > 0 ? (
        <div className={styles.fields}>
          {fields.map((change) => (
            <FieldChange key={change.id} change={change} isInline={isInline} />
          ))}
        </div>
      ) : null}
      {texts.map((text) => (
        <Passage key={placeOf(text)} text={text} isInline={isInline} />
      ))}
    </article>
  );
}

const CHUNK = 8;

/** One text. It is drawn in chunks that cost nothing while they are out of sight. */
function Passage({ text, isInline }: { text: TextInfo; isInline: boolean }) {
  const { detail, review } = useDesk();
  const blocks = useMemo(() => {
    const hunks = new Map<string, HunkInfo>(detail.hunks.map((hunk) => [hunk.id, hunk]));
    return layOut(blocksOf(text, review.byHunk, hunks));
  }, [text, review, detail]);
  const chunks: LaidBlock[][] = [];
  for (let at = 0; at < blocks.length; at += CHUNK) chunks.push(blocks.slice(at, at + CHUNK));
  return (
    <>
      {text.path[0] === "body" ? null : <h3 className={styles.label}>{fieldName(text.path)}</h3>}
      {chunks.map((chunk, number) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text's chunks have no name and keep their order
        <div key={number} className={styles.chunk}>
          <Blocks blocks={chunk} isInline={isInline} />
        </div>
      ))}
    </>
  );
}

const TAGS = { heading: "h3", paragraph: "p", item: "p", quote: "blockquote", code: "pre" } as const;

function Blocks({ blocks, isInline }: { blocks: LaidBlock[]; isInline: boolean }) {
  return blocks.map((block, index) => {
    const Tag = block.kind === "heading" && block.level > 2 ? "h4" : TAGS[block.kind];
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: blocks have no name and keep their order
      <Tag key={index} className={styles[block.kind]}>
        {block.stretches.map((stretch, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same
          <StretchView key={at} stretch={stretch} isInline={isInline} />
        ))}
      </Tag>
    );
  });
}

function StretchView({ stretch, isInline }: { stretch: Stretch; isInline: boolean }) {
  const { current } = useDesk();
  const { change, runs, isFirst } = stretch;
  if (!change) return <Plain runs={runs} />;
  return (
    <Hunk change={change} isCurrent={current?.id === change.id} isFirst={isFirst} isInline={isInline}>
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
  children: React.ReactNode;
}

/** A change in its text, with its number, and its note in the margin. */
function Hunk({ change, isCurrent, isFirst, isInline, children }: HunkProps) {
  const { go } = useDesk();
  return (
    <>
      {isFirst && !isInline ? (
        <span className={styles.margin}>
          <Note change={change} />
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
      {isFirst && isInline ? <Note change={change} isInline /> : null}
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

/** A field that is no long text: its name, and what goes and comes. A whole entry shows all it has. */
function FieldChange({ change, isInline }: { change: Change; isInline: boolean }) {
  const { t } = useTranslation();
  const { current } = useDesk();
  const { hunk } = change;
  const isWhole = hunk.path.length === 0 && (hunk.op === "add" || hunk.op === "remove");
  const rest = { change, isCurrent: current?.id === change.id, isFirst: true, isInline };
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
      <span className={styles.label}>{fieldName(hunk.path) || t("review.file")}</span>
      <p className={classes(styles.value, hunk.isProse && styles.paragraph)}>
        <Hunk {...rest}>
          {hunk.isProse ? (
            runsOf(hunk, change).map(({ op, text }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the words of a change keep their order
              <WordSpan key={index} op={op} text={text} />
            ))
          ) : (
            <Words spans={spansOfChange(change)} />
          )}
        </Hunk>
      </p>
    </div>
  );
}

function Whole({ change }: { change: Change }) {
  const op = change.hunk.op === "add" ? "added" : "removed";
  const value = change.hunk.op === "add" ? change.hunk.new : change.hunk.old;
  return (
    <div className={diffClass(change.state)}>
      {fieldsOf(value).map(([name, inner]) =>
        name === "body" && typeof inner === "string" ? (
          <Blocks key={name} blocks={layOut(wholeBlocks(inner, op, change), [change.id])} isInline />
        ) : (
          <div key={name} className={styles.field}>
            <span className={styles.label}>{fieldName([name])}</span>
            <p className={styles.value}>
              <WordSpan op={op} text={spellValue(inner)} />
            </p>
          </div>
        ),
      )}
    </div>
  );
}
