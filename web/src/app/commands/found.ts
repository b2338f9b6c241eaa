/** What rooms find for the palette: entries, assets, agents and whatever a room has a search source for. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";
import { FileSearch } from "lucide-react";
import { useDeferredValue } from "react";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { Command } from "@/lib/commands";
import { useProject } from "@/lib/session";
import { SCREENS } from "../screens";

const LEAST = 2;

/** Return where a found thing is, in the project one is in. */
export function hrefIn(href: string, project: string | undefined): string {
  if (!project) return href;
  return `${href}${href.includes("?") ? "&" : "?"}project=${encodeURIComponent(project)}`;
}

interface Found {
  commands: Command[];
  /** True until the studio has answered for what is typed now. */
  isLooking: boolean;
}

/** Return what has these words, each as a way to go there. */
export function useFound(typed: string): Found {
  const router = useRouter();
  const project = useProject()?.slug;
  const query = useDeferredValue(typed.trim());
  const {
    data = [],
    isFetching,
    isPlaceholderData,
  } = useQuery({
    queryKey: keys.search(project, query),
    queryFn: () =>
      unwrap(api.GET("/api/search/global", { params: { query: { query, project: project ?? null } } })),
    enabled: query.length >= LEAST,
    placeholderData: keepPreviousData,
    staleTime: 10_000,
  });
  if (query.length < LEAST) return { commands: [], isLooking: false };
  // Parts of the settings, people and what one can begin are on offer here already, with their keys.
  const others = data.filter(({ room }) => !["setting", "action", "people"].includes(room));
  const commands = others.map(
    ({ room, kind, id, title, href }): Command => ({
      id: `found.${room}.${kind}.${id}`,
      label: title,
      group: "found",
      icon: SCREENS.find((screen) => screen.id === room)?.icon ?? FileSearch,
      run: () => void router.navigate({ href: hrefIn(href, project) }),
    }),
  );
  return { commands, isLooking: isFetching || isPlaceholderData || query !== typed.trim() };
}
