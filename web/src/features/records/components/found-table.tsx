import { Link } from "@tanstack/react-router";
import { useVirtualizer } from "@tanstack/react-virtual";
import { memo, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityInfo, EntityTypeInfo, FieldDef } from "@/api/schema";
import { moment } from "@/lib/format";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { shown } from "../model";
import styles from "../table.module.css";
import { useRowKeys } from "../use-row-keys";

const SHOWN_FIELDS = 5;
const ROW = 37;

interface TableProps {
  kind: EntityTypeInfo;
  entities: EntityInfo[];
  /** Keys of the fields that are shown; the first few where nobody chose. */
  chosen: string[];
  sort: string;
  onSort: (sort: string) => void;
  /** Called when the last rows come into sight. */
  onEnd: () => void;
  chosenIds: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
}

/** Return the fields that a table shows. */
export function shownFields(kind: EntityTypeInfo, chosen: string[]): FieldDef[] {
  const all = kind.definition.fields ?? [];
  if (chosen.length > 0) return all.filter(({ key }) => chosen.includes(key));
  return all.filter(({ type }) => type !== "longText").slice(0, SHOWN_FIELDS);
}

/** Records as rows, of which only those in sight are in the page. */
export function FoundTable(props: TableProps) {
  const { kind, entities, chosen, sort, onSort, onEnd, chosenIds, onChoose } = props;
  const { t } = useTranslation();
  useRowKeys();
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  const columns = chosen.join();
  const fields = useMemo(() => shownFields(kind, columns ? columns.split(",") : []), [kind, columns]);
  const rows = useVirtualizer({
    count: entities.length,
    getScrollElement: () => box?.closest<HTMLElement>("[data-scrolls]") ?? null,
    estimateSize: () => ROW,
    getItemKey: (index) => entities[index]?.id ?? index,
    overscan: 12,
    enabled: box !== null,
  });
  const items = rows.getVirtualItems();
  const last = items.at(-1)?.index ?? 0;
  useEffect(() => {
    if (entities.length > 0 && last >= entities.length - 20) onEnd();
  }, [last, entities.length, onEnd]);
  const above = items[0]?.start ?? 0;
  const below = rows.getTotalSize() - (items.at(-1)?.end ?? 0);
  const waits = entities.some(({ waiting }) => waiting);
  const width = fields.length + (waits ? 4 : 3);
  const isAll = chosenIds.size > 0 && entities.every(({ id }) => chosenIds.has(id));
  const turn = useTurn(chosenIds, onChoose);
  const head = (key: string, label: string, isNumber = false) => (
    <Head key={key} name={key} label={label} isNumber={isNumber} sort={sort} onSort={onSort} />
  );
  return (
    <div className={styles.table} data-usual={chosen.length > 0 ? undefined : ""} ref={setBox}>
      <table className={tableClass} aria-rowcount={entities.length + 1}>
        <thead>
          <tr>
            <th className={styles.box}>
              <input
                type="checkbox"
                aria-label={t("records.chooseAll")}
                checked={isAll}
                ref={(box) => {
                  if (box) box.indeterminate = chosenIds.size > 0 && !isAll;
                }}
                onChange={() => onChoose(isAll ? new Set() : new Set(entities.map(({ id }) => id)))}
              />
            </th>
            {head("title", t("records.name"))}
            {fields.map(({ key, label, type }) => head(key, label || key, type === "number"))}
            {waits ? <th className={styles.waits}>{t("records.waiting")}</th> : null}
            {head("updatedAt", t("records.edited"), true)}
          </tr>
        </thead>
        <tbody>
          <Space size={above} columns={width} />
          {items.map(({ index }) => {
            const entity = entities[index];
            return entity ? (
              <Row
                key={entity.id}
                entity={entity}
                fields={fields}
                at={index + 2}
                hasWaiting={waits}
                isChosen={chosenIds.has(entity.id)}
                onTurn={turn}
              />
            ) : null;
          })}
          <Space size={below} columns={width} />
        </tbody>
      </table>
    </div>
  );
}

/** Return what chooses a record or lets it go; always the same function, so that other rows stay as they are. */
function useTurn(chosenIds: ReadonlySet<string>, onChoose: TableProps["onChoose"]) {
  const now = useRef({ chosenIds, onChoose });
  useEffect(() => {
    now.current = { chosenIds, onChoose };
  });
  return useCallback((id: string) => {
    const next = new Set(now.current.chosenIds);
    if (!next.delete(id)) next.add(id);
    now.current.onChoose(next);
  }, []);
}

interface HeadProps {
  name: string;
  label: string;
  isNumber: boolean;
  sort: string;
  onSort: (sort: string) => void;
}

function Head({ name, label, isNumber, sort, onSort }: HeadProps) {
  const isUp = sort === name;
  const isDown = sort === `-${name}`;
  return (
    <th
      className={isNumber ? cell.number : undefined}
      aria-sort={isUp ? "ascending" : isDown ? "descending" : undefined}
    >
      <button type="button" onClick={() => onSort(isUp ? `-${name}` : name)}>
        {label}
        {isUp ? " ↑" : isDown ? " ↓" : ""}
      </button>
    </th>
  );
}

interface RowProps {
  entity: EntityInfo;
  fields: FieldDef[];
  at: number;
  hasWaiting: boolean;
  isChosen: boolean;
  onTurn: (id: string) => void;
}

const Row = memo(function Row({ entity, fields, at, hasWaiting, isChosen, onTurn }: RowProps) {
  const { t, i18n } = useTranslation();
  return (
    <tr aria-rowindex={at} data-chosen={isChosen ? "" : undefined}>
      <td className={styles.box}>
        <input
          type="checkbox"
          aria-label={t("records.choose", { title: entity.title })}
          checked={isChosen}
          onChange={() => onTurn(entity.id)}
        />
      </td>
      <td className={cell.fill}>
        <Link to="/records" search={{ type: entity.typeSlug, record: entity.id }} data-row="">
          {entity.title}
        </Link>
      </td>
      {fields.map(({ key, type }) => (
        <td key={key} className={type === "number" ? cell.number : cell.muted}>
          {shown(entity.fields[key])}
        </td>
      ))}
      {hasWaiting ? (
        <td className={styles.waits}>
          {entity.waiting ? (
            <StateWord tone="finding">{t("records.fieldCount", { count: entity.waiting })}</StateWord>
          ) : null}
        </td>
      ) : null}
      <td className={`${cell.number} ${cell.muted}`}>
        {moment(entity.updatedAt, Date.now(), i18n.language)}
      </td>
    </tr>
  );
});

/** The height of the rows that are not in the page. */
function Space({ size, columns }: { size: number; columns: number }) {
  return size > 0 ? (
    <tr>
      <td colSpan={columns} className={styles.space} style={{ blockSize: `${size}px` }} />
    </tr>
  ) : null;
}
