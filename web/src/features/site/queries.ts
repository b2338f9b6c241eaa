/** What the site's editor asks the studio for, and tells it to change. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import type { SiteToolAnswer } from "@/api/schema";
import type { Canvas, Json } from "./model";

const root = ["site"] as const;

export const siteKeys = {
  all: root,
  canvas: (project: string) => [...root, "canvas", project] as const,
  publication: (project: string) => [...root, "publication", project] as const,
};

const of = (project: string) => ({ path: { project_id: project } });

/** A document where a conversation works, else on a branch, or on the content as it stands. */
export function canvasQuery(
  project: string,
  document: string | undefined,
  ref: string | null,
  conversation: string | null = null,
) {
  return queryOptions({
    queryKey: [...siteKeys.canvas(project), ref ?? "", document ?? "", conversation ?? ""],
    queryFn: async () => {
      const query = {
        ...(document ? { document } : {}),
        ...(ref ? { ref } : {}),
        ...(conversation ? { conversation } : {}),
      };
      const found = await unwrap(
        api.GET("/api/projects/{project_id}/site/canvas", { params: { ...of(project), query } }),
      );
      return found as unknown as Canvas;
    },
    placeholderData: (before) => before,
  });
}

export interface Edit {
  tool: string;
  input: Json;
}

/** Edits that are one step, under the name of the run that does them: asked for again, they are done once. */
export interface Wanted {
  run: string;
  label: string;
  edits: Edit[];
  /** The branch that they join; null for the content as it stands. */
  onto: string | null;
}

/** Apply edits as one step, all or none. */
export function applyEdits(project: string, { run, edits, onto }: Wanted): Promise<SiteToolAnswer> {
  const params = { ...of(project), query: { run, ...(onto ? { onto } : {}) } };
  return unwrap(api.POST("/api/projects/{project_id}/site/edits", { params, body: { edits } }));
}

/** Take what a run changed out of the branch on which it waits, as a step of its own. */
export function takeOut(project: string, run: string, onto: string): Promise<SiteToolAnswer> {
  const params = { ...of(project), query: { onto } };
  return unwrap(api.POST("/api/projects/{project_id}/site/undo", { params, body: { run } }));
}

/** Use a tool that only reads. */
export async function look(project: string, tool: string, input: Json, ref: string | null): Promise<Json> {
  const query = { input: JSON.stringify(input), ...(ref ? { ref } : {}) };
  const params = { path: { project_id: project, tool }, query };
  const answer = await unwrap(api.GET("/api/projects/{project_id}/site/tools/{tool}", { params }));
  return (answer.data ?? {}) as Json;
}

/** What is published, and what can be gone back to. */
export function publicationQuery(project: string) {
  return queryOptions({
    queryKey: siteKeys.publication(project),
    queryFn: () => unwrap(api.GET("/api/projects/{project_id}/site/publication", { params: of(project) })),
  });
}

/** What publishing now would change. */
export function publicationChangesQuery(project: string) {
  return queryOptions({
    queryKey: [...siteKeys.publication(project), "changes"],
    queryFn: () =>
      unwrap(api.GET("/api/projects/{project_id}/site/publication/changes", { params: of(project) })),
    staleTime: 0,
    gcTime: 0,
  });
}

export const publish = (project: string) =>
  unwrap(api.POST("/api/projects/{project_id}/site/publish", { params: of(project) }));

export const rollBack = (project: string) =>
  unwrap(api.POST("/api/projects/{project_id}/site/rollback", { params: of(project) }));
