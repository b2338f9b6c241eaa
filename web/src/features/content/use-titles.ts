/** What related entries are called, for the columns of a table that hold relations. */
import { queryOptions, useQueries } from "@tanstack/react-query";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { spellValue } from "@/lib/diff";
import { day } from "@/lib/format";
import { type Content, useContent } from "./context";
import { type FieldDef, type ModelDef, titleOf } from "./model";
import { entriesQuery, PAGE, type Row } from "./queries";
import { type Reference, readReference, wordOf } from "./relations";

const RELATIONS = new Set(["relation", "relations"]);

/** Return the entries that the values of some rows point at, by model, each once and in a steady order. */
export function referredBy(rows: readonly Row[], columns: readonly FieldDef[]): Map<string, string[]> {
  const found = new Map<string, Set<string>>();
  for (const field of columns.filter(({ type }) => RELATIONS.has(type))) {
    for (const { data } of rows) {
      for (const { model, id } of referencesIn(data[field.name], field)) {
        found.set(model, (found.get(model) ?? new Set()).add(id));
      }
    }
  }
  return new Map([...found].map(([model, ids]) => [model, [...ids].sort().slice(0, PAGE)]));
}

/** Return a function that spells a value as a person reads it: related entries by their titles, days, yes and no. */
export function useTitles(
  pages: readonly (readonly Row[])[],
  columns: readonly FieldDef[],
): (field: FieldDef, value: unknown) => string {
  const content = useContent();
  const wishes = pages.flatMap((rows) =>
    [...referredBy(rows, columns)].flatMap(([id, ids]) => {
      const model = content.models.find((one) => one.id === id);
      return model ? [titlesQuery(content, model, ids)] : [];
    }),
  );
  const titles = useQueries({ queries: wishes, combine: asMap });
  const { t, i18n } = useTranslation();
  // The same function as long as it spells the same: every row of a table holds it.
  const spell = (field: FieldDef, value: unknown) => {
    if (RELATIONS.has(field.type)) {
      const named = referencesIn(value, field).map((one) => titles.get(wordOf(one)) ?? one.id);
      return named.join(", ");
    }
    if (field.type === "date" && typeof value === "string" && value) {
      return day(`${value.slice(0, 10)}T12:00:00`, i18n.language);
    }
    if (typeof value === "boolean") return t(value ? "content.yes" : "content.no");
    return spellValue(value);
  };
  return useCallback(spell, [titles, t, i18n.language]);
}

function asMap(found: readonly { data?: [string, string][] | undefined }[]): Map<string, string> {
  return new Map(found.flatMap(({ data }) => data ?? []));
}

function referencesIn(value: unknown, field: FieldDef): Reference[] {
  const values: unknown[] = Array.isArray(value) ? value : [value];
  return values.flatMap((one) => readReference(one, field.targets) ?? []);
}

function titlesQuery({ projectId, locale, ref }: Content, model: ModelDef, ids: string[]) {
  const wish = {
    ...{ projectId, model: model.id, locale: model.i18n ? locale : "", ref, sort: "" },
    fields: [model.titleField],
    where: { [model.kind === "document" ? "slug" : "id"]: { in: ids } },
  };
  return queryOptions({
    queryKey: [...keys.content, projectId, "titles", wish],
    queryFn: async ({ client }): Promise<[string, string][]> => {
      const { rows } = await client.fetchQuery(entriesQuery(wish, 0));
      return rows.map(({ id, data }) => [wordOf({ model: model.id, id }), titleOf(model, data, id)]);
    },
    staleTime: 30_000,
  });
}
