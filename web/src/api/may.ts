/** What the person at this desk may do, so that what they may not is absent instead of refused. */
import { useQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import type { SessionInfo } from "./schema";
import { sessionQuery } from "./session";

/** Tell whether a person may do something, in a project or in the whole workspace. */
export function may(
  session: Pick<SessionInfo, "permissions" | "projects"> | undefined,
  permission: string,
  projectId?: string | null,
): boolean {
  if (!session) return false;
  const project = session.projects.find(({ id }) => id === projectId);
  if (project?.withheld.includes(permission)) return false;
  return session.permissions.includes(permission) || (project?.permissions.includes(permission) ?? false);
}

/** Return a function that tells whether the person may do something, in the project named or everywhere. */
export function useMay(projectId?: string | null): (permission: string) => boolean {
  const { data } = useQuery(sessionQuery);
  return useCallback((permission) => may(data, permission, projectId), [data, projectId]);
}
