/** The repository elsewhere that a project's content is exchanged with. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { ApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { BranchRelation, JoinAnswer, PushAnswer, RemoteInfo, RemoteSet } from "@/api/schema";

const at = (projectId: string) => ({ params: { path: { project_id: projectId } } });

/** The project's remote and how its branches stand to it; null where none is connected. */
export function remoteQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "remote"],
    queryFn: async (): Promise<RemoteInfo | null> => {
      try {
        return await unwrap(api.GET("/api/projects/{project_id}/content/remote", at(projectId)));
      } catch (thrown) {
        if (thrown instanceof ApiError && thrown.status === 404) return null;
        throw thrown;
      }
    },
  });
}

/** Connect a repository, or change how to sign in at the one that is connected. */
export function setRemote(projectId: string, body: RemoteSet): Promise<RemoteInfo> {
  return unwrap(api.PUT("/api/projects/{project_id}/content/remote", { ...at(projectId), body }));
}

/** Forget the remote and its sign-in. */
export async function forgetRemote(projectId: string): Promise<void> {
  await unwrap(api.DELETE("/api/projects/{project_id}/content/remote", at(projectId)));
}

/** Bring the remote's work here where that loses nothing. */
export function fetchRemote(projectId: string): Promise<JoinAnswer> {
  return unwrap(api.POST("/api/projects/{project_id}/content/remote/fetch", at(projectId)));
}

/** Merge what went different ways, record by record. */
export function joinRemote(projectId: string): Promise<JoinAnswer> {
  return unwrap(api.POST("/api/projects/{project_id}/content/remote/join", at(projectId)));
}

/** Send the content, and the review branches named. */
export function pushRemote(projectId: string, branches: string[] = []): Promise<PushAnswer> {
  const body = { branches };
  return unwrap(api.POST("/api/projects/{project_id}/content/remote/push", { ...at(projectId), body }));
}

export interface NextSteps {
  /** True when there is something here that the remote lacks. */
  push: boolean;
  /** True when both sides went on: then nothing is sent before they are together. */
  join: boolean;
}

/** Return what there is to do, by how the branches stand. */
export function nextSteps(branches: Readonly<Record<string, BranchRelation>>): NextSteps {
  const relations = Object.values(branches).map(({ relation }) => relation);
  return {
    push: relations.some((relation) => relation === "ahead" || relation === "only_here"),
    join: relations.includes("diverged"),
  };
}
