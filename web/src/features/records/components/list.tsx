import { useInfiniteQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { SlidersHorizontal } from "lucide-react";
import { useCallback, useDeferredValue, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import { FindBar, FindBox } from "@/ui/find-bar";
import { later } from "@/ui/later";
import { Segment } from "@/ui/segment";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { conditionsIn, type Look } from "../model";
import { recordsQuery } from "../queries";
import styles from "../screen.module.css";
import tableStyles from "../table.module.css";
import { FoundBoard } from "./found-board";
import { FoundTable } from "./found-table";
import { GraphOf } from "./graph";
import { SavedViews } from "./saved-views";
import { Sheets } from "./sheets";

const route = getRouteApi("/app/records");
const Adjust = later(() => import("./adjust"));

/** Return the field that a board goes by: the chosen one, the type's status, or the first with options. */
function groupField({ definition }: EntityTypeInfo, chosen: string | undefined) {
  const fields = definition.fields ?? [];
  const named = fields.find(({ key }) => key === (chosen || definition.statusField));
  return named ?? fields.find(({ type }) => type === "select") ?? null;
}

const LOOKS = ["table", "board", "list", "graph"] as const;

/** The records of a type as a table, a board, a list or a picture. */
export function List({ kind }: { kind: EntityTypeInfo }) {
  const { t } = useTranslation();
  const { slug } = kind.definition;
  const { q, sort, view, where, columns, group } = route.useSearch();
  const look: Look = { q, sort, view, where, columns, group };
  const navigate = route.useNavigate();
  const go = (change: Look) =>
    void navigate({ search: (before) => ({ ...before, type: slug, ...change }), replace: true });
  const [isAdjusting, setAdjusting] = useState(false);
  const count = conditionsIn(where).length;
  const looks = LOOKS.filter((one) => one !== "board" || groupField(kind, group) !== null);
  return (
    <>
      <FindBar>
        <FindBox
          label={t("records.find")}
          placeholder={t("records.find")}
          value={q ?? ""}
          onChange={(event) => go({ q: event.target.value || undefined })}
        />
        <Segment
          label={t("records.look")}
          value={view ?? "table"}
          options={looks.map((value) => ({ value, label: t(`records.looks.${value}`) }))}
          onChange={(next) => go({ view: next === "table" ? undefined : next })}
        />
        <Button
          look="quiet"
          icon={SlidersHorizontal}
          {...(count > 0 ? {} : { "aria-label": t("records.adjust") })}
          onClick={() => setAdjusting(true)}
        >
          {count > 0 ? t("records.filtered", { count }) : t("records.adjustShort")}
        </Button>
        <SavedViews type={slug} look={look} />
        <Sheets kind={kind} />
      </FindBar>
      {isAdjusting ? (
        <Adjust kind={kind} look={look} onChange={go} onClose={() => setAdjusting(false)} />
      ) : null}
      <Records kind={kind} look={look} onSort={(next) => go({ sort: next })} />
    </>
  );
}

interface RecordsProps {
  kind: EntityTypeInfo;
  look: Look;
  onSort: (sort: string) => void;
}

/** The records that a look finds; more of them are fetched when the last come into sight. */
function Records({ kind, look, onSort }: RecordsProps) {
  const { t } = useTranslation();
  const query = useDeferredValue(look.q ?? "");
  const asked = { type: kind.definition.slug, query, where: look.where ?? "", sort: look.sort ?? "" };
  const page = useInfiniteQuery(recordsQuery(asked));
  const isSlow = useSlow(page.isPending);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = page;
  const onEnd = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (page.isPending) return isSlow ? <SkeletonRows rows={8} label={t("frame.loading")} /> : null;
  const found = page.data?.pages.flatMap(({ entities }) => entities) ?? [];
  if (found.length === 0) {
    return (
      <p className={styles.page}>{query || look.where ? t("records.noneFound") : t("records.noneYet")}</p>
    );
  }
  return (
    <>
      <Found kind={kind} look={look} found={found} onSort={onSort} onEnd={onEnd} />
      {look.view === "board" || look.view === "list" ? (
        <More shown={found.length} hasMore={hasNextPage} isBusy={isFetchingNextPage} onMore={onEnd} />
      ) : null}
    </>
  );
}

function Found({
  kind,
  look,
  found,
  onSort,
  onEnd,
}: RecordsProps & { found: EntityInfo[]; onEnd: () => void }) {
  const field = groupField(kind, look.group);
  if (look.view === "board" && field) return <FoundBoard entities={found} field={field} />;
  if (look.view === "list") return <Titles entities={found} />;
  if (look.view === "graph") return <GraphOf id={found[0]?.id ?? ""} />;
  return (
    <FoundTable
      kind={kind}
      entities={found}
      chosen={look.columns ? look.columns.split(",") : []}
      sort={look.sort ?? ""}
      onSort={onSort}
      onEnd={onEnd}
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
