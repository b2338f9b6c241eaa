import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Columns3, PencilRuler } from "lucide-react";
import { useCallback, useDeferredValue, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import { FindBox } from "@/ui/find-bar";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import listStyles from "../list.module.css";
import type { Look } from "../model";
import { recordsQuery } from "../queries";
import styles from "../screen.module.css";
import tableStyles from "../table.module.css";
import { Bulk } from "./bulk";
import { FoundBoard } from "./found-board";
import { FoundTable } from "./found-table";
import { GraphView } from "./graph-view";
import { ViewTabs } from "./saved-views";
import { Sentence } from "./sentence";
import { Sheets } from "./sheets";

const route = getRouteApi("/app/records");
const Adjust = later(() => import("./adjust"));
const TypeForm = later(() => import("./type-form"));
const LOOKS = ["table", "board", "list", "graph"] as const;
const NOTHING: ReadonlySet<string> = new Set();

/** Return the field that a board goes by: the chosen one, the type's status, or the first with options. */
function groupField({ definition }: EntityTypeInfo, chosen: string | undefined) {
  const fields = definition.fields ?? [];
  const named = fields.find(({ key }) => key === (chosen || definition.statusField));
  return named ?? fields.find(({ type }) => type === "select") ?? null;
}

interface ListProps {
  kind: EntityTypeInfo;
  types: EntityTypeInfo[];
  /** Whether somebody wants to find by words. */
  isFinding: boolean;
  /** Makes a record with some values. */
  onNew: (values: Record<string, string>) => void;
}

/** The records of a type: saved views as tabs, what is shown as a sentence, the records, what to do with some. */
export function List({ kind, types, isFinding, onNew }: ListProps) {
  const { t } = useTranslation();
  const { slug } = kind.definition;
  const { q, sort, view, where, columns, group } = route.useSearch();
  const look: Look = { q, sort, view, where, columns, group };
  const navigate = route.useNavigate();
  const go = (change: Look) =>
    void navigate({ search: (before) => ({ ...before, type: slug, ...change }), replace: true });
  const may = useMay();
  const [isAdjusting, setAdjusting] = useState(false);
  const [isShaping, setShaping] = useState(false);
  const [chosenIds, choose] = useState(NOTHING);
  const clear = useCallback(() => choose(NOTHING), []);
  const page = useFound(kind, look);
  const looks = LOOKS.filter((one) => one !== "board" || groupField(kind, group) !== null);
  const chosen = page.found.filter(({ id }) => chosenIds.has(id));
  return (
    <div className={listStyles.list}>
      <div className={listStyles.views}>
        <ViewTabs kind={kind} look={look} />
        <span className={listStyles.grow} />
        <IconButton small icon={Columns3} name={t("records.adjust")} onClick={() => setAdjusting(true)} />
        {may("entity_types.team.update") ? (
          <IconButton
            small
            icon={PencilRuler}
            name={t("records.changeType", { type: kind.definition.name })}
            onClick={() => setShaping(true)}
          />
        ) : null}
        <Sheets kind={kind} />
      </div>
      <Sentence kind={kind} look={look} looks={looks} onChange={go} onAdjust={() => setAdjusting(true)}>
        {isFinding || q ? (
          <span className={listStyles.find}>
            <FindBox
              label={t("records.find")}
              placeholder={t("records.find")}
              value={q ?? ""}
              autoFocus={isFinding}
              onChange={(event) => go({ q: event.target.value || undefined })}
            />
          </span>
        ) : null}
        {page.total === null ? null : (
          <span className={listStyles.count}>
            {t("records.ofAll", { shown: page.total, all: kind.count, more: page.isMore ? "+" : "" })}
          </span>
        )}
      </Sentence>
      {isAdjusting ? (
        <Adjust kind={kind} look={look} onChange={go} onClose={() => setAdjusting(false)} />
      ) : null}
      {isShaping ? <TypeForm kind={kind} onClose={() => setShaping(false)} /> : null}
      <Records
        kind={kind}
        types={types}
        look={look}
        page={page}
        chosenIds={chosenIds}
        onChoose={choose}
        onNew={onNew}
        onSort={(next) => go({ sort: next })}
      />
      {chosen.length > 0 ? <Bulk kind={kind} chosen={chosen} onClear={clear} /> : null}
    </div>
  );
}

/** Return the records that a look finds; more of them are fetched when the last come into sight. */
function useFound(kind: EntityTypeInfo, look: Look) {
  const query = useDeferredValue(look.q ?? "");
  const asked = { type: kind.definition.slug, query, where: look.where ?? "", sort: look.sort ?? "" };
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    recordsQuery(asked),
  );
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const found = useMemo(() => data?.pages.flatMap(({ entities }) => entities) ?? [], [data]);
  return {
    found,
    total: data?.pages[0]?.total ?? null,
    isMore: data?.pages[0]?.isMore ?? false,
    isPending,
    hasMore: hasNextPage,
    isFetching: isFetchingNextPage,
    onEnd,
  };
}

interface RecordsProps {
  kind: EntityTypeInfo;
  types: EntityTypeInfo[];
  look: Look;
  page: ReturnType<typeof useFound>;
  chosenIds: ReadonlySet<string>;
  onChoose: (ids: ReadonlySet<string>) => void;
  onNew: (values: Record<string, string>) => void;
  onSort: (sort: string) => void;
}

function Records(props: RecordsProps) {
  const { t } = useTranslation();
  const { look, page } = props;
  const isSlow = useSlow(page.isPending);
  if (page.isPending) return isSlow ? <SkeletonRows rows={8} label={t("frame.loading")} /> : <span />;
  if (page.found.length === 0) {
    return (
      <p className={styles.page}>{look.q || look.where ? t("records.noneFound") : t("records.noneYet")}</p>
    );
  }
  if (look.view === "graph") return <GraphView kind={props.kind} types={props.types} look={look} />;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <div className={listStyles.scroll} tabIndex={0} data-scrolls="">
      <Found {...props} />
      {look.view === "board" || look.view === "list" ? (
        <More shown={page.found.length} hasMore={page.hasMore} isBusy={page.isFetching} onMore={page.onEnd} />
      ) : null}
    </div>
  );
}

function Found({ kind, look, page, chosenIds, onChoose, onNew, onSort }: RecordsProps) {
  const field = groupField(kind, look.group);
  const canMake = useMay()("entities.team.create");
  if (look.view === "board" && field) {
    return <FoundBoard kind={kind} entities={page.found} field={field} onNew={canMake ? onNew : null} />;
  }
  if (look.view === "list") return <Titles entities={page.found} />;
  return (
    <FoundTable
      kind={kind}
      entities={page.found}
      chosen={look.columns ? look.columns.split(",") : []}
      sort={look.sort ?? ""}
      onSort={onSort}
      onEnd={page.onEnd}
      chosenIds={chosenIds}
      onChoose={onChoose}
    />
  );
}

interface MoreProps {
  shown: number;
  hasMore: boolean;
  isBusy: boolean;
  onMore: () => void;
}

/** What stands below records that are not all there yet; a table fetches more by itself. */
function More({ shown: listed, hasMore, isBusy, onMore }: MoreProps) {
  const { t } = useTranslation();
  return hasMore ? (
    <p className={tableStyles.more}>
      {t("records.more", { shown: listed })}
      <Button small busy={isBusy} onClick={onMore}>
        {t("records.showMore")}
      </Button>
    </p>
  ) : null;
}

/** Records by name, each with what of it was found. */
function Titles({ entities }: { entities: EntityInfo[] }) {
  return (
    <ul className={tableStyles.titles}>
      {entities.map((entity) => (
        <li key={entity.id}>
          <Link to="/records" search={{ type: entity.typeSlug, record: entity.id }}>
            {entity.title}
          </Link>
          {entity.passage ? <p className={styles.muted}>{entity.passage}</p> : null}
        </li>
      ))}
    </ul>
  );
}
