import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useFetchAhead } from "@/lib/fetch-ahead";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { useColumns } from "../columns";
import { useContent } from "../context";
import type { FieldDef } from "../model";
import { USUAL_SORT, usePlace } from "../place";
import { allIds, entriesQuery, type ListWish, parityQuery } from "../queries";
import { RichText } from "./body-field";
import { EmptyLocale } from "./empty-locale";
import { EntryRows } from "./entry-rows";
import styles from "./entry-table.module.css";
import { TableBar } from "./table-bar";

/** The entries of a model. However many there are, only the rows in sight are read and drawn. */
export function EntryTable({ isWide }: { isWide: boolean }) {
  const { t } = useTranslation();
  const { entry } = usePlace();
  const wish = useListWish();
  useFetchAhead(RichText.fetch);
  const first = useQuery(entriesQuery(wish, 0));
  const total = first.data?.total ?? 0;
  const [picked, setPicked] = useState<readonly string[]>([]);
  const pick = useCallback(
    (id: string, on: boolean) =>
      setPicked((before) => (on ? [...before, id] : before.filter((other) => other !== id))),
    [],
  );
  const columns = useShownColumns(isWide);
  return (
    <section className={styles.pane} aria-label={t("content.entries")}>
      <TableBar wish={wish} total={total} picked={picked} onPicked={setPicked} />
      {first.error ? (
        <div className={styles.broken}>
          <Notice tone="danger" title={t("content.loadFailed")}>
            <p>{asApiError(first.error).message}</p>
          </Notice>
        </div>
      ) : first.data && total === 0 ? (
        <NoEntries />
      ) : (
        <EntryRows
          wish={wish}
          total={total}
          columns={columns}
          isWide={isWide}
          selected={entry}
          picked={picked}
          onPick={pick}
          onPickAll={(on) => {
            if (on) void allIds(wish).then(setPicked);
            else setPicked([]);
          }}
        />
      )}
    </section>
  );
}

function NoEntries() {
  const { t } = useTranslation();
  const { model, locale, status: content } = useContent();
  const { q, status, missing } = usePlace();
  const isFiltered = Boolean(q ?? status ?? missing);
  const elsewhere = content.models.find(({ id }) => id === model.id)?.entries?.[content.defaultLocale] ?? 0;
  if (!isFiltered && model.i18n && locale !== content.defaultLocale && elsewhere > 0) {
    return <EmptyLocale count={elsewhere} />;
  }
  return (
    <Empty title={isFiltered ? t("content.noMatch") : t("content.noEntries")}>
      <p>{isFiltered ? t("content.noMatchText") : t("content.noEntriesText")}</p>
    </Empty>
  );
}

/** Return the fields shown beside the title: those the person chose, where there is room. */
function useShownColumns(isWide: boolean): FieldDef[] {
  const { model, projectId } = useContent();
  const names = useColumns(projectId, model);
  return useMemo(
    () => (isWide ? model.fields.filter((field) => names.includes(field.name)) : []),
    [isWide, model, names],
  );
}

/** Return what to ask for, from the address. */
function useListWish(): ListWish {
  const { projectId, model, locale, ref } = useContent();
  const { q, status, missing, sort = USUAL_SORT } = usePlace();
  const names = useColumns(projectId, model);
  const parity = useQuery({ ...parityQuery(projectId, ref), enabled: missing !== undefined });
  const gap = parity.data?.find((one) => one.model === model.id && one.locale === missing);
  return useMemo(() => {
    const where: Record<string, unknown> = {};
    if (q) where[model.titleField] = { contains: q };
    if (status) where.status = status;
    if (missing) where[model.kind === "document" ? "slug" : "id"] = { in: gap?.missing ?? [] };
    const fields = [...new Set([model.titleField, ...names])];
    return {
      projectId,
      model: model.id,
      locale: model.i18n ? locale : "",
      ref,
      fields,
      where,
      sort,
    };
  }, [projectId, model, locale, ref, q, status, missing, gap, names, sort]);
}
