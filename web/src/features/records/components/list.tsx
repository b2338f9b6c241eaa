import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download } from "lucide-react";
import { useDeferredValue } from "react";
import { useTranslation } from "react-i18next";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { buttonClass } from "@/ui/button";
import { FindBar, FindBox } from "@/ui/find-bar";
import { Icon } from "@/ui/icon";
import { Segment } from "@/ui/segment";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { cell, tableClass } from "@/ui/table";
import { columns, shown } from "../model";
import { recordsQuery } from "../queries";
import styles from "../screen.module.css";

const route = getRouteApi("/app/records");

const SHOWN_FIELDS = 5;

/** The records of a type as a table, or as a board by one of its fields. */
export function List({ kind }: { kind: EntityTypeInfo }) {
  const { t } = useTranslation();
  const { definition } = kind;
  const { q: words = "", sort = "", view } = route.useSearch();
  const navigate = route.useNavigate();
  const go = (change: { q?: string | undefined; sort?: string; view?: "board" | undefined }) =>
    void navigate({ search: (before) => ({ ...before, ...change }), replace: true });
  const look = view ?? "table";
  const query = useDeferredValue(words);
  const page = useQuery(recordsQuery(definition.slug, query, sort));
  const isSlow = useSlow(page.isPending);
  const group = definition.statusField || definition.fields?.find(({ type }) => type === "select")?.key || "";
  const found = page.data?.entities ?? [];
  return (
    <>
      <FindBar>
        <FindBox
          label={t("records.find")}
          placeholder={t("records.find")}
          value={words}
          onChange={(event) => go({ q: event.target.value || undefined })}
        />
        {group ? (
          <Segment
            label={t("records.look")}
            value={look}
            options={[
              { value: "table", label: t("records.table") },
              { value: "board", label: t("records.board") },
            ]}
            onChange={(next) => go({ view: next === "board" ? next : undefined })}
          />
        ) : null}
        <a
          className={buttonClass("quiet", true)}
          href={`/api/entity-types/${definition.slug}/export`}
          download
        >
          <Icon of={Download} /> {t("records.export")}
        </a>
      </FindBar>
      {page.isPending ? (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      ) : (
        <Found
          kind={kind}
          found={found}
          query={query}
          group={look === "board" ? group : ""}
          sort={sort}
          onSort={(next) => go({ sort: next })}
        />
      )}
      <More shown={found.length} total={page.data?.total ?? 0} />
    </>
  );
}

function More({ shown: listed, total }: { shown: number; total: number }) {
  const { t } = useTranslation();
  return total > listed ? <p className={styles.page}>{t("records.more", { shown: listed, total })}</p> : null;
}

interface FoundProps {
  kind: EntityTypeInfo;
  found: EntityInfo[];
  query: string;
  group: string;
  sort: string;
  onSort: (sort: string) => void;
}

function Found({ kind, found, query, group, sort, onSort }: FoundProps) {
  const { t } = useTranslation();
  if (found.length === 0) {
    return <p className={styles.page}>{query ? t("records.noneFound") : t("records.noneYet")}</p>;
  }
  if (group) return <Board entities={found} group={group} />;
  return <Table kind={kind} entities={found} sort={sort} onSort={onSort} />;
}

interface TableProps {
  kind: EntityTypeInfo;
  entities: EntityInfo[];
  sort: string;
  onSort: (sort: string) => void;
}

function Table({ kind, entities, sort, onSort }: TableProps) {
  const { t, i18n } = useTranslation();
  const fields = (kind.definition.fields ?? [])
    .filter(({ type }) => type !== "longText")
    .slice(0, SHOWN_FIELDS);
  const head = (key: string, label: string, isNumber = false) => (
    <th
      key={key}
      className={isNumber ? cell.number : undefined}
      aria-sort={sort === key ? "ascending" : sort === `-${key}` ? "descending" : undefined}
    >
      <button type="button" onClick={() => onSort(sort === key ? `-${key}` : key)}>
        {label}
        {sort === key ? " ↑" : sort === `-${key}` ? " ↓" : ""}
      </button>
    </th>
  );
  return (
    <div className={styles.table}>
      <table className={tableClass}>
        <thead>
          <tr>
            {head("title", t("records.name"))}
            {fields.map(({ key, label, type }) => head(key, label || key, type === "number"))}
            {head("updatedAt", t("records.edited"), true)}
          </tr>
        </thead>
        <tbody>
          {entities.map((entity) => (
            <tr key={entity.id}>
              <td className={cell.fill}>
                <Link to="/records" search={{ type: entity.typeSlug, record: entity.id }}>
                  {entity.title}
                </Link>
              </td>
              {fields.map(({ key, type }) => (
                <td key={key} className={type === "number" ? cell.number : cell.muted}>
                  {shown(entity.fields[key])}
                </td>
              ))}
              <td className={cell.number}>{moment(entity.updatedAt, Date.now(), i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Board({ entities, group }: { entities: EntityInfo[]; group: string }) {
  const { t } = useTranslation();
  return (
    <div className={styles.board}>
      {columns(entities, group).map(([name, list]) => (
        <section key={name} className={styles.column} aria-label={name || t("records.without")}>
          <h2 className={styles.columnHead}>
            <span>{name || t("records.without")}</span>
            <span className={styles.muted}>{list.length}</span>
          </h2>
          {list.map((entity) => (
            <Link
              key={entity.id}
              to="/records"
              search={{ type: entity.typeSlug, record: entity.id }}
              className={styles.card}
            >
              {entity.title}
            </Link>
          ))}
        </section>
      ))}
    </div>
  );
}
