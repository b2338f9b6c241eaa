import { useQueries } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { ArrowDown, ArrowUp } from "lucide-react";
import { type CSSProperties, memo, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { age, dayOfYear } from "@/lib/format";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { useContent } from "../context";
import { toCome } from "../dates";
import { type FieldDef, titleOf } from "../model";
import { USUAL_SORT, useGo, usePlace } from "../place";
import { entriesQuery, type ListWish, PAGE, type Row } from "../queries";
import { useTitles } from "../use-titles";
import styles from "./entry-table.module.css";
import { useRowKeys } from "./row-keys";

const ROW = 32;

interface RowsProps {
  wish: ListWish;
  total: number;
  columns: FieldDef[];
  /** True where the table has the room to itself: then there is more to see and to do in it. */
  isWide: boolean;
  selected: string | undefined;
  picked: readonly string[];
  onPick: (id: string, on: boolean) => void;
  onPickAll: (on: boolean) => void;
}

/** The rows of the table, of which only those in sight are in the page. */
export function EntryRows(props: RowsProps) {
  const { wish, total, columns, isWide, selected, picked, onPick } = props;
  const { model } = useContent();
  const chosen = useMemo(() => new Set(picked), [picked]);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const virtualizer = useVirtualizer({
    count: total,
    getScrollElement: () => scroller,
    estimateSize: () => ROW,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();
  const { rowAt, spell } = usePages(wish, items[0]?.index ?? 0, items.at(-1)?.index ?? 0, columns);
  useRowKeys();
  useFromTheTop(scroller, wish);
  const track = {
    "--extra": columns.length > 0 ? `repeat(${columns.length}, minmax(0, 1fr))` : " ",
  } as CSSProperties;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div ref={setScroller} className={styles.scroll} tabIndex={0}>
      {/* biome-ignore lint/a11y/useSemanticElements: only the rows in sight are in the page, which no table can */}
      <div
        role="table"
        aria-label={model.name}
        aria-rowcount={total + 1}
        style={track}
        className={classes(!isWide && styles.narrow)}
      >
        <HeadRow {...props} />
        <div className={styles.rows} style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
          {items.map(({ index, start, key }) => {
            const row = rowAt(index);
            return (
              <div key={key} className={styles.place} style={{ transform: `translateY(${start}px)` }}>
                {row ? (
                  <EntryRow
                    row={row}
                    index={index}
                    columns={columns}
                    spell={spell}
                    isWide={isWide}
                    isSelected={row.id === selected}
                    isPicked={chosen.has(row.id)}
                    onPick={onPick}
                  />
                ) : null}
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}

function HeadRow({ total, columns, isWide, picked, onPickAll }: RowsProps) {
  const { t } = useTranslation();
  const { model, can } = useContent();
  const title = model.fields.find(({ name }) => name === model.titleField)?.label ?? t("content.name");
  return (
    // biome-ignore lint/a11y/useSemanticElements: the same
    // biome-ignore lint/a11y/useFocusableInteractive: rows are read; their links take the focus
    <div role="row" aria-rowindex={1} className={classes(styles.row, styles.head)}>
      {isWide ? (
        // biome-ignore lint/a11y/useSemanticElements: the same
        // biome-ignore lint/a11y/useFocusableInteractive: the same
        <span role="columnheader" className={styles.pick}>
          {can.write ? (
            <input
              type="checkbox"
              aria-label={t("content.chooseAll", { count: total })}
              checked={total > 0 && picked.length >= total}
              ref={(box) => {
                if (box) box.indeterminate = picked.length > 0 && picked.length < total;
              }}
              onChange={(event) => onPickAll(event.target.checked)}
            />
          ) : null}
        </span>
      ) : null}
      <Head name={model.titleField}>{title}</Head>
      {columns.map((field) => (
        <Head key={field.name} name={field.name} isLess>
          {field.label}
        </Head>
      ))}
      <Head name="status">{t("content.state")}</Head>
      <Head name="updated_at" isLess>
        {t("content.edited")}
      </Head>
    </div>
  );
}

interface HeadProps {
  name: string;
  /** True for what a phone has no room for. */
  isLess?: boolean;
  children: ReactNode;
}

/** The head of a column: it sorts, and says so. */
function Head({ name, isLess = false, children }: HeadProps) {
  const { sort = USUAL_SORT } = usePlace();
  const go = useGo();
  const isSorted = sort.replace("-", "") === name;
  const isDown = sort.startsWith("-");
  const next = isSorted && !isDown ? `-${name}` : name;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: its button takes the focus
    <span
      role="columnheader"
      className={classes(isLess && styles.less)}
      aria-sort={isSorted ? (isDown ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className={styles.sort}
        onClick={() => go({ sort: next === USUAL_SORT ? undefined : next })}
      >
        {children}
        {isSorted ? <Icon of={isDown ? ArrowDown : ArrowUp} size="tiny" /> : null}
      </button>
    </span>
  );
}

/** Return how to get the row at an index, read as it comes into sight, and how to spell a value of it. */
function usePages(wish: ListWish, from: number, to: number, columns: FieldDef[]) {
  const first = Math.floor(from / PAGE);
  const count = Math.floor(to / PAGE) - first + 1;
  const pages = useQueries({
    queries: Array.from({ length: count }, (_, index) => entriesQuery(wish, first + index)),
  });
  const spell = useTitles(
    pages.map(({ data }) => data?.rows ?? []),
    columns,
  );
  // Until another order or filter has its rows, those before it stay: a table must not blink.
  const now = { first, pages: pages.map(({ data }) => data?.rows) };
  const kept = useRef(now);
  if (now.pages.some(Boolean)) kept.current = now;
  const rowAt = (index: number): Row | null =>
    kept.current.pages[Math.floor(index / PAGE) - kept.current.first]?.[index % PAGE] ?? null;
  return { rowAt, spell };
}

/** Begin at the first row again when other rows are asked for. */
function useFromTheTop(scroller: HTMLElement | null, wish: ListWish): void {
  const asked = JSON.stringify(wish);
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows what is asked for
  useEffect(() => {
    scroller?.scrollTo({ top: 0 });
  }, [scroller, asked]);
}

interface EntryRowProps {
  row: Row;
  index: number;
  columns: FieldDef[];
  spell: (field: FieldDef, value: unknown) => string;
  isWide: boolean;
  isSelected: boolean;
  isPicked: boolean;
  onPick: (id: string, on: boolean) => void;
}

const EntryRow = memo(function EntryRow(props: EntryRowProps) {
  const { row, index, columns, spell, isWide, isSelected, isPicked, onPick } = props;
  const { t, i18n } = useTranslation();
  const { model, locale, can } = useContent();
  const title = titleOf(model, row.data, row.id);
  const edited = typeof row.meta.updated_at === "string" ? row.meta.updated_at : null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: see above
    // biome-ignore lint/a11y/useFocusableInteractive: its link takes the focus
    <div
      role="row"
      aria-rowindex={index + 2}
      className={classes(styles.row, styles.entry, isSelected && styles.selected)}
    >
      {isWide ? (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span role="cell" className={styles.pick}>
          {can.write ? (
            <input
              type="checkbox"
              aria-label={t("content.chooseNamed", { title })}
              checked={isPicked}
              onChange={(event) => onPick(row.id, event.target.checked)}
            />
          ) : null}
        </span>
      ) : null}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className={styles.title} lang={locale}>
        <Link
          from="/content"
          to="/content"
          search={(before) => ({ ...before, entry: row.id, view: undefined, field: undefined })}
          className={styles.link}
          data-row
          resetScroll={false}
          aria-current={isSelected ? "true" : undefined}
          activeProps={{}}
        >
          {title}
        </Link>
      </span>
      {columns.map((field) => (
        // biome-ignore lint/a11y/useSemanticElements: see above
        <span role="cell" key={field.name} className={classes(styles.value, styles.less)} lang={locale}>
          {spell(field, row.data[field.name])}
        </span>
      ))}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className={styles.state}>
        <EntryState status={row.meta.status} publishAt={row.meta.publish_at} />
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <span role="cell" className={classes(styles.edited, styles.less)}>
        {edited ? editedOf(edited, isWide, i18n.language) : ""}
      </span>
    </div>
  );
});

const WEEK_MS = 7 * 86_400_000;

/** Return when an entry was edited; where there is little room, without the year. */
function editedOf(at: string, isWide: boolean, language: string): string {
  const isShort = !isWide && Date.now() - Date.parse(at) >= WEEK_MS;
  return isShort ? dayOfYear(at, language) : age(at, Date.now(), language);
}

/** An entry's state as a word; the usual ones are plain. */
export function EntryState({ status, publishAt }: { status: unknown; publishAt?: unknown }) {
  const { t } = useTranslation();
  switch (status) {
    case "published":
      return toCome(publishAt, Date.now()) ? t("content.scheduled") : t("content.published");
    case "archived":
      return t("content.archived");
    case "in_review":
      return <StateWord tone="waiting">{t("content.inReview")}</StateWord>;
    case "rejected":
      return <StateWord tone="rejected">{t("content.rejected")}</StateWord>;
    default:
      return t("content.draft");
  }
}
