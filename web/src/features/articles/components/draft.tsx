import { useQuery } from "@tanstack/react-query";
import { Lock, LockOpen, Pencil, RefreshCw } from "lucide-react";
import { Fragment, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { classes } from "@/lib/classes";
import { count } from "@/lib/format";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { isOpen } from "../claims";
import {
  type Block,
  type Part,
  type Phrase,
  partsOf,
  phrasesIn,
  type Report,
  type Sentence,
  wordsIn,
} from "../model";
import { editArticle, humanityQuery, lockSection, runArticle } from "../queries";
import { emptySlots } from "../slots";
import { useDesk } from "../use-desk";
import { Beside, PhraseBeside } from "./beside";
import { Cite } from "./cite";
import styles from "./draft.module.css";
import { Improve } from "./improve";
import { EmptySlot, Picture } from "./picture";
import { Writing } from "./writing";

interface DraftProps {
  article: ArticleDetail;
  report: Report | null;
  picked: number | null;
  onPick: (source: number) => void;
}

const UNWRITTEN = ["draft", "research", "foundations", "skeleton", "foundations_approval", "interviewing"];

/** The text as it reads, findings beside their sentences, with what can be done about each section. */
export function Draft({ article, report, picked, onPick }: DraftProps) {
  const { t } = useTranslation();
  const [isEditing, setEditing] = useState(false);
  const isWritten = !UNWRITTEN.includes(article.status) && article.content;
  const canEdit = isWritten && !article.runId;
  const checked = useQuery({ ...humanityQuery(article.id, article.version), enabled: report !== null });
  const phrases = (checked.data?.edits ?? []) as unknown as Phrase[];
  return (
    <section id="stage-draft" className={styles.draft}>
      <header className={styles.head}>
        <h2>{t("articles.stages.draft")}</h2>
        <span className={styles.told}>
          {t(
            article.status === "writing"
              ? "articles.beingWritten"
              : isWritten
                ? "articles.written"
                : "articles.notWritten",
          )}
        </span>
        {canEdit && !isEditing ? (
          <span className={styles.tools}>
            <Button small icon={Pencil} onClick={() => setEditing(true)}>
              {t("articles.edit")}
            </Button>
          </span>
        ) : null}
      </header>
      {isEditing ? <Editor article={article} onClose={() => setEditing(false)} /> : null}
      {article.runId && article.status === "writing" ? (
        <Writing article={article} runId={article.runId} />
      ) : null}
      {isWritten && article.status !== "writing" && !isEditing
        ? partsOf(article.content, report).map((part) => (
            <PartView
              key={part.heading}
              {...{ part, article, phrases, picked, onPick }}
              canEdit={Boolean(canEdit)}
            />
          ))
        : null}
    </section>
  );
}

function Editor({ article, onClose }: { article: ArticleDetail; onClose: () => void }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const [text, setText] = useState(article.content);
  // Once it was told that somebody else has written since, saving again is meant.
  const [version, setVersion] = useState<number | null>(article.version);
  const save = async () => {
    const edit = { content: text, version: version ?? article.version };
    if (await act(() => editArticle(article.id, edit as never))) onClose();
    else setVersion(null);
  };
  return (
    <>
      <Area
        label={t("articles.text")}
        rows={24}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <div className={styles.actions}>
        <Button onClick={onClose}>{t("articles.cancel")}</Button>
        <Button look="primary" busy={isBusy} onClick={save}>
          {t("articles.save")}
        </Button>
      </div>
    </>
  );
}

interface PartViewProps extends Omit<DraftProps, "report"> {
  part: Part;
  phrases: readonly Phrase[];
  canEdit: boolean;
}

function PartView({ part, article, phrases, picked, onPick, canEdit }: PartViewProps) {
  const { t } = useTranslation();
  const section = article.sections.find((one) => one.heading === part.heading);
  return (
    <div id={`part-${part.heading}`}>
      {part.heading ? (
        <div className={styles.heading}>
          <h3>{part.heading}</h3>
          {section?.content ? <Length text={section.content} /> : null}
          {canEdit && section ? (
            <PartActions article={article} heading={part.heading} isLocked={section.isLocked} />
          ) : null}
        </div>
      ) : null}
      {part.blocks.map((block) => (
        <div className={styles.two} key={block.key}>
          <BlockView {...{ block, article, picked, onPick, canEdit }} />
          <div>
            {canEdit && block.kind === "text" ? <Improve article={article} text={block.raw} /> : null}
            {block.kind === "text"
              ? block.sentences
                  .flatMap((one) => one.findings.filter((each) => !isOpen(each)))
                  .map((one) => (
                    <Beside
                      key={`${one.start}${one.kind}`}
                      finding={one}
                      article={article}
                      canFix={canEdit}
                    />
                  ))
              : null}
            {block.kind === "text"
              ? phrasesIn(phrases, Number(block.key), block.raw.length).map((one) => (
                  <PhraseBeside key={`${one.start}${one.rule}`} phrase={one} {...{ article, canEdit }} />
                ))
              : null}
          </div>
        </div>
      ))}
      {(article.runId ? [] : emptySlots(article, part.heading)).map((slot) => (
        <EmptySlot key={slot.id} {...{ article, slot, canEdit }} />
      ))}
      {part.blocks.length === 0 ? <p className={styles.told}>{t("articles.emptyPart")}</p> : null}
    </div>
  );
}

function Length({ text }: { text: string }) {
  const { t, i18n } = useTranslation();
  const words = wordsIn(text);
  return (
    <span className={styles.told}>
      {t("articles.words", { count: words, shown: count(words, i18n.language) })}
    </span>
  );
}

function PartActions({
  article,
  heading,
  isLocked,
}: {
  article: ArticleDetail;
  heading: string;
  isLocked: boolean;
}) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const after = (run: () => Promise<unknown>) =>
    void act(async () => {
      await run();
    });
  return (
    <span className={styles.tools}>
      <Button
        small
        look="quiet"
        icon={RefreshCw}
        busy={isBusy}
        disabled={isLocked}
        onClick={() => after(() => runArticle(article.id, { mode: "section", section: heading } as never))}
      >
        {t("articles.rerun")}
      </Button>
      <IconButton
        icon={isLocked ? Lock : LockOpen}
        name={t(isLocked ? "articles.unlock" : "articles.lock", { heading })}
        onClick={() => after(() => lockSection(article.id, heading, !isLocked))}
      />
    </span>
  );
}

interface BlockViewProps extends Pick<DraftProps, "article" | "picked" | "onPick"> {
  block: Block;
  canEdit: boolean;
}

function BlockView({ block, article, picked, onPick, canEdit }: BlockViewProps) {
  const { t } = useTranslation();
  if (block.kind === "picture")
    return <Picture {...{ article, canEdit }} alt={block.alt} path={block.path} />;
  if (block.kind === "slot") return <p className={styles.slot}>{t("articles.slot", { what: block.text })}</p>;
  return (
    <p className={styles.prose}>
      {block.sentences.map((one) => (
        <SentenceView key={one.key} sentence={one} picked={picked} onPick={onPick} />
      ))}
    </p>
  );
}

/** Keeps a reference on the line of the word before it. */
const JOINER = "\u2060";

function SentenceView({
  sentence,
  picked,
  onPick,
}: { sentence: Sentence } & Pick<DraftProps, "picked" | "onPick">) {
  const { text, refs, findings } = sentence;
  const isUsed = picked !== null && refs.includes(picked);
  const found = findings.length === 0 ? "" : findings.every(isOpen) ? styles.open : styles.found;
  return (
    <>
      <span className={classes(found, isUsed && styles.used)}>{text}</span>
      {refs.map((ref) => (
        <Fragment key={ref}>
          {JOINER}
          <Cite number={ref} isOn={ref === picked} onPick={onPick} />
        </Fragment>
      ))}{" "}
    </>
  );
}
