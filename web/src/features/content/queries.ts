/** What the content screen asks the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { readModel } from "./model";

export const PAGE = 100;

/** Phase, models and sizes of a project's content. */
export function statusQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "status"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/status", { params: { path: { project_id: projectId } } }),
      ),
  });
}

/** What of a project holds words that nobody of the workspace accepted. */
export function originsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "origins"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/origins", {
          params: { path: { project_id: projectId } },
        }),
      ),
    staleTime: 10_000,
  });
}

/** The models with their fields, labelled in a language. */
export function modelsQuery(projectId: string, language: string, ref: string | null) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "models", language, ref],
    queryFn: async () => {
      const params = { path: { project_id: projectId }, query: { ref } };
      const { models } = await unwrap(api.GET("/api/projects/{project_id}/content/models", { params }));
      return models.map((raw) => readModel(raw, language));
    },
  });
}

export interface ListWish {
  projectId: string;
  model: string;
  locale: string;
  ref: string | null;
  /** Fields to show beside the title. */
  fields: readonly string[];
  where: Record<string, unknown>;
  sort: string;
}

export interface Row {
  id: string;
  data: Record<string, unknown>;
  meta: Record<string, unknown>;
}

/** One page of a model's entries. */
export function entriesQuery(wish: ListWish, page: number) {
  return queryOptions({
    queryKey: [...keys.content, wish.projectId, "entries", wish, page],
    queryFn: () => readPage(wish, page),
    staleTime: 10_000,
    placeholderData: (before: { rows: Row[]; total: number } | undefined) => before,
  });
}

function filterOf({ locale, sort, where }: ListWish) {
  return {
    ...(locale ? { locale } : {}),
    ...(sort ? { sort } : {}),
    ...(Object.keys(where).length > 0 ? { where: JSON.stringify(where) } : {}),
  };
}

/** The address of the same entries as a file, with all their fields. */
export function exportPath(wish: ListWish, format: "csv" | "jsonl"): string {
  const query = { ...filterOf(wish), ...(wish.ref ? { ref: wish.ref } : {}), format };
  return `/api/projects/${wish.projectId}/content/export/${wish.model}?${new URLSearchParams(query)}`;
}

async function readPage(wish: ListWish, page: number): Promise<{ rows: Row[]; total: number }> {
  const { projectId, model, ref, fields } = wish;
  const query = {
    ...filterOf(wish),
    ref,
    limit: PAGE,
    offset: page * PAGE,
    fields: fields.join(","),
  };
  const params = { path: { project_id: projectId, model }, query };
  const found = await unwrap(api.GET("/api/projects/{project_id}/content/entries/{model}", { params }));
  const meta = (found.meta ?? {}) as Record<string, Record<string, unknown>>;
  const data = Array.isArray(found.data) ? found.data : [];
  const rows = data.map((one): Row => {
    const id = String(one.slug ?? one.id);
    return { id, data: one, meta: meta[id] ?? {} };
  });
  return { rows, total: found.total ?? rows.length };
}

/** Return the ids of all entries that fit. */
export async function allIds(wish: ListWish): Promise<string[]> {
  const first = await readPage(wish, 0);
  const ids = first.rows.map(({ id }) => id);
  for (let page = 1; ids.length < first.total; page += 1) {
    const { rows } = await readPage(wish, page);
    if (rows.length === 0) break;
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

export interface EntryWish {
  projectId: string;
  model: string;
  kind: string;
  entry: string | null;
  locale: string;
  ref: string | null;
}

export interface EntryNow {
  data: Record<string, unknown>;
  meta: Record<string, unknown>;
}

/** One entry with all its fields; null when this locale has none. */
export function entryQuery(wish: EntryWish) {
  return queryOptions({
    queryKey: [...keys.content, wish.projectId, "entry", wish],
    queryFn: () => readEntry(wish),
    retry: false,
  });
}

/** Read one entry; null when this locale has none. */
export async function readEntry({
  projectId,
  model,
  kind,
  entry,
  locale,
  ref,
}: EntryWish): Promise<EntryNow | null> {
  const isWhole = kind === "singleton" || kind === "dictionary";
  const path = { project_id: projectId, model };
  const query = { locale, ref };
  try {
    const found = isWhole
      ? await unwrap(
          api.GET("/api/projects/{project_id}/content/entries/{model}", { params: { path, query } }),
        )
      : await unwrap(
          api.GET("/api/projects/{project_id}/content/entries/{model}/{entry}", {
            params: { path: { ...path, entry: entry ?? "" }, query },
          }),
        );
    if (found.data === null || Array.isArray(found.data)) return null;
    const { slug: _, ...data } = found.data;
    return { data, meta: found.meta ?? {} };
  } catch (thrown) {
    if (isMissing(thrown)) return null;
    throw thrown;
  }
}

function isMissing(thrown: unknown): boolean {
  return thrown instanceof Error && "status" in thrown && thrown.status === 404;
}

/** Everything that is wrong with the content. */
export function validationQuery(projectId: string, ref: string | null) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "validation", ref],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/validation", {
          params: { path: { project_id: projectId }, query: { ref } },
        }),
      ),
    staleTime: 30_000,
  });
}

/** What happened to one entry, newest first. */
export function historyQuery({ projectId, model, entry, locale, ref }: EntryWish) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "history", model, entry, locale, ref],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/log", {
          params: {
            path: { project_id: projectId },
            query: { model, locale, ref, limit: 50, ...(entry ? { entry } : {}) },
          },
        }),
      ),
  });
}

/** The branches that wait to be merged. */
export function branchesQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "branches"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/branches", {
          params: { path: { project_id: projectId } },
        }),
      ),
  });
}

/** Which entries a locale lacks, by model. */
export function parityQuery(projectId: string, ref: string | null) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "parity", ref],
    queryFn: async () => {
      const params = { path: { project_id: projectId }, query: { type: "locale_parity" as const, ref } };
      const { localeParity } = await unwrap(
        api.GET("/api/projects/{project_id}/content/analysis", { params }),
      );
      return localeParity?.issues ?? [];
    },
    staleTime: 30_000,
  });
}

/** Where content is weak, in every respect. */
export function analysisQuery(projectId: string, ref: string | null) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "analysis", ref],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/analysis", {
          params: { path: { project_id: projectId }, query: { type: "full", ref } },
        }),
      ),
    staleTime: 30_000,
  });
}

/** The words of the project and how each is said in each locale. */
export function glossaryQuery(projectId: string, ref: string | null) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "glossary", ref],
    queryFn: async () => {
      const params = { path: { project_id: projectId }, query: { ref } };
      const { vocabulary } = await unwrap(
        api.GET("/api/projects/{project_id}/content/vocabulary", { params }),
      );
      return vocabulary;
    },
  });
}

/** The entries that will appear or go by themselves. */
export function scheduleQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "schedule"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/schedule", {
          params: { path: { project_id: projectId } },
        }),
      ),
    staleTime: 30_000,
  });
}
