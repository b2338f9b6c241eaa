/** The media library of a project: what is in it, and changing it. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { AssetAdded, AssetChange, AssetDetail } from "./schema";

export interface AssetFilter {
  query?: string | undefined;
  tag?: string | undefined;
  /** `image`, `video`, or a whole media type. */
  type?: string | undefined;
  /** True for what was deleted and can still be brought back. */
  deleted?: boolean;
}

const PAGE = 60;

/** The assets that fit, newest first, page after page. */
export function assetsQuery(projectId: string, { query, tag, type, deleted = false }: AssetFilter) {
  return infiniteQueryOptions({
    queryKey: [...keys.media, projectId, "list", { query, tag, type, deleted }],
    queryFn: ({ pageParam }) =>
      unwrap(
        api.GET("/api/projects/{project_id}/media", {
          params: {
            path: { project_id: projectId },
            query: {
              limit: PAGE,
              ...(query ? { query } : {}),
              ...(tag ? { tag } : {}),
              ...(type ? { type } : {}),
              ...(deleted ? { deleted } : {}),
              ...(pageParam ? { after: pageParam } : {}),
            },
          },
        }),
      ),
    initialPageParam: "",
    getNextPageParam: (last) => last.next ?? null,
  });
}

/** One asset and where it is used. */
export function assetQuery(projectId: string, assetId: string) {
  return queryOptions({
    queryKey: [...keys.media, projectId, "one", assetId],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/media/{asset_id}", {
          params: { path: { project_id: projectId, asset_id: assetId } },
        }),
      ),
    retry: false,
  });
}

/** How much is kept, and how much may be. */
export function storageQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.media, projectId, "storage"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/media/storage", {
          params: { path: { project_id: projectId } },
        }),
      ),
  });
}

/** Add a file; the same bytes are kept once. */
export function uploadAsset(projectId: string, file: File): Promise<AssetAdded> {
  const form = new FormData();
  form.append("file", file);
  return unwrap(
    api.POST("/api/projects/{project_id}/media", {
      params: { path: { project_id: projectId } },
      body: { file: file.name },
      bodySerializer: () => form,
    }),
  );
}

/** Change what is said about an asset, or where its focus is. */
export function changeAsset(projectId: string, assetId: string, body: AssetChange): Promise<AssetDetail> {
  return unwrap(
    api.PUT("/api/projects/{project_id}/media/{asset_id}", {
      params: { path: { project_id: projectId, asset_id: assetId } },
      body,
    }),
  );
}

/** Bring a deleted asset back. */
export async function restoreAsset(projectId: string, assetId: string): Promise<void> {
  await unwrap(
    api.POST("/api/projects/{project_id}/media/{asset_id}/restore", {
      params: { path: { project_id: projectId, asset_id: assetId } },
    }),
  );
}

/** Delete an asset with its variants; for a while it can be brought back. */
export async function deleteAsset(projectId: string, assetId: string): Promise<void> {
  await unwrap(
    api.DELETE("/api/projects/{project_id}/media/{asset_id}", {
      params: { path: { project_id: projectId, asset_id: assetId } },
    }),
  );
}
