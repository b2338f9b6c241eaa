/** The session of the person at this desk, and the project they have open. */
import { useSuspenseQuery } from "@tanstack/react-query";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect } from "react";
import type { SessionInfo, SessionProject } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { keepProject, usePreferences } from "@/lib/preferences";

/** Return who is signed in; only screens behind the sign-in may ask. */
export function useSession(): SessionInfo {
  return useSuspenseQuery(sessionQuery).data;
}

/** Return the project that the address names, else the one this browser had open last, else the first one. */
export function useProject(): SessionProject | null {
  const { projects, workspace } = useSession();
  const slug = useSearch({ strict: false, select: (search) => search.project });
  const last = usePreferences(({ projectOf }) => projectOf?.[workspace.id]);
  const find = (wanted: string | undefined) => projects.find((project) => project.slug === wanted);
  const named = find(slug);
  useEffect(() => {
    if (named && named.slug !== last) keepProject(workspace.id, named.slug);
  }, [named, last, workspace.id]);
  return named ?? find(last) ?? projects[0] ?? null;
}

/** Open the project that what is on the screen belongs to, once that is known; somebody may switch from there. */
export function useProjectOf(id: string | null | undefined): void {
  const slug = useSession().projects.find((project) => project.id === id)?.slug;
  const navigate = useNavigate();
  useEffect(() => {
    if (!slug) return;
    void navigate({ to: ".", search: (before) => ({ ...before, project: slug }), replace: true });
  }, [slug, navigate]);
}
