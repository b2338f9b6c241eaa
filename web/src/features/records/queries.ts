/** What the records screen asks the studio for. */
import { infiniteQueryOptions, keepPreviousData, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { Look } from "./model";

const KEY = "entities";

export const typesQuery = queryOptions({
  queryKey: [KEY, "types"],
  queryFn: () => unwrap(api.GET("/api/entity-types")),
});

export interface Asked {
  type: string;
  query: string;
  where: string;
  sort: string;
}

const PAGE = 200;

/** Records of a type by words and conditions, in an order, page by page. */
export function recordsQuery({ type, query, where, sort }: Asked) {
  return infiniteQueryOptions({
    queryKey: [KEY, "list", type, query, where, sort],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/entities", {
          params: {
            query: {
              type,
              query,
              limit: PAGE,
              ...(where ? { where } : {}),
              ...(sort ? { sort } : {}),
              ...(pageParam ? { after: pageParam } : {}),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? undefined,
    enabled: type !== "",
    // Another order or condition of the same records: those that are there stay until it is known.
    placeholderData: (before, query) => (query?.queryKey[2] === type ? before : undefined),
  });
}

/** Relations that a picture shows at most. */
const MOST_AROUND = 600;

/** A record with what is around it. */
export function graphQuery(id: string, depth = 1) {
  return queryOptions({
    queryKey: [KEY, "graph", id, depth],
    queryFn: () =>
      unwrap(
        api.GET("/api/entities/{entity_id}/graph", {
          params: { path: { entity_id: id }, query: { depth, limit: MOST_AROUND } },
        }),
      ),
  });
}

/** The first records that a look finds, with what is around them. */
export function lookGraphQuery(type: string, { q, where, sort }: Look, depth: number) {
  return queryOptions({
    queryKey: [KEY, "picture", type, q ?? "", where ?? "", sort ?? "", depth],
    queryFn: () =>
      unwrap(
        api.GET("/api/entity-graph", {
          params: {
            query: {
              type,
              depth,
              ...(q ? { query: q } : {}),
              ...(where ? { where } : {}),
              ...(sort ? { sort } : {}),
            },
          },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** The shortest way from a record to another. */
export function wayQuery(id: string, to: string) {
  return queryOptions({
    queryKey: [KEY, "way", id, to],
    queryFn: () =>
      unwrap(
        api.GET("/api/entities/{entity_id}/way", { params: { path: { entity_id: id }, query: { to } } }),
      ),
  });
}

/** What of the records asks for a person's eye. */
export const checksQuery = queryOptions({
  queryKey: [KEY, "checks"],
  queryFn: () => unwrap(api.GET("/api/record-checks")),
  staleTime: 10_000,
});

export function responsesQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "responses", id],
    queryFn: () =>
      unwrap(api.GET("/api/entities/{entity_id}/responses", { params: { path: { entity_id: id } } })),
  });
}

/** A record by itself. */
export function entityQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "one", id],
    queryFn: () => unwrap(api.GET("/api/entities/{entity_id}", { params: { path: { entity_id: id } } })),
  });
}

/** Fields of a record that an agent looked for last and found nothing to cite for. */
export function triedQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "tried", id],
    queryFn: () => unwrap(api.GET("/api/entities/{entity_id}/fill", { params: { path: { entity_id: id } } })),
  });
}

/** What a filled field and a brief cost of late. */
export const workCostQuery = queryOptions({
  queryKey: [KEY, "cost"],
  queryFn: () => unwrap(api.GET("/api/entity-work/cost")),
});

/** Every version of a record, the newest first. */
export function versionsQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "versions", id],
    queryFn: () =>
      unwrap(api.GET("/api/entities/{entity_id}/versions", { params: { path: { entity_id: id } } })),
  });
}

/** Other records that became part of one. */
export function mergesQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "merges", id],
    queryFn: () =>
      unwrap(api.GET("/api/entities/{entity_id}/merges", { params: { path: { entity_id: id } } })),
  });
}

/** Documents of a record, or all. */
export function documentsQuery(id?: string) {
  return queryOptions({
    queryKey: [KEY, "documents", id ?? "all"],
    queryFn: () => unwrap(api.GET("/api/documents", { params: { query: id ? { entity: id } : {} } })),
  });
}

/** A document from a piece on, page by page. */
export function documentQuery(id: string, first: number) {
  return infiniteQueryOptions({
    queryKey: [KEY, "document", id, first],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/documents/{document_id}", {
          params: { path: { document_id: id }, query: { chunk: pageParam } },
        }),
      ),
    initialPageParam: first,
    getNextPageParam: (last) => last.next ?? undefined,
  });
}

export const placesQuery = queryOptions({
  queryKey: [KEY, "places"],
  queryFn: () => unwrap(api.GET("/api/publish-destinations")),
});

/** Where and when a record was published. */
export function publicationsQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "publications", id],
    queryFn: () =>
      unwrap(api.GET("/api/entities/{entity_id}/publications", { params: { path: { entity_id: id } } })),
  });
}

export function briefsQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "briefs", id],
    queryFn: () =>
      unwrap(api.GET("/api/entities/{entity_id}/briefs", { params: { path: { entity_id: id } } })),
    refetchInterval: (query) => (query.state.data?.some(({ status }) => status === "running") ? 2000 : false),
  });
}

export const allBriefsQuery = queryOptions({
  queryKey: [KEY, "briefs", "all"],
  queryFn: () => unwrap(api.GET("/api/briefs")),
});

/** A brief, looked at again every second while it is being written. */
export function briefQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "brief", id],
    queryFn: () => unwrap(api.GET("/api/briefs/{brief_id}", { params: { path: { brief_id: id } } })),
    refetchInterval: (query) => (query.state.data?.status === "running" ? 1000 : false),
  });
}

export function tasksQuery(entity?: string) {
  return queryOptions({
    queryKey: [KEY, "tasks", entity ?? "all"],
    queryFn: () =>
      unwrap(api.GET("/api/tasks", { params: { query: { status: "all", ...(entity ? { entity } : {}) } } })),
  });
}

export function taskQuery(id: string) {
  return queryOptions({
    queryKey: [KEY, "task", id],
    queryFn: () => unwrap(api.GET("/api/tasks/{task_id}", { params: { path: { task_id: id } } })),
  });
}

export const viewsQuery = queryOptions({
  queryKey: [KEY, "views"],
  queryFn: () => unwrap(api.GET("/api/views")),
});
