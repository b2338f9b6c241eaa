/** The session of the person at this desk, and the project they have open. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { useSearch } from "@tanstack/react-router";
import type { SessionInfo, SessionProject } from "@/api/schema";
import { sessionQuery } from "@/api/session";

/** Return who is signed in; only screens behind the sign-in may ask. */
export function useSession(): SessionInfo {
  return useSuspenseQuery(sessionQuery).data;
}

/** Return the project that the address names, or the first one. */
export function useProject(): SessionProject | null {
  const { projects } = useSession();
  const slug = useSearch({ strict: false, select: (search) => search.project });
  return projects.find((project) => project.slug === slug) ?? projects[0] ?? null;
}
