/** What the palette offers beyond the commands of the screen: places seen last, projects, and what features offer. */
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { FolderOpen, History } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { type Command, make } from "@/lib/commands";
import { makeProject } from "@/lib/making";
import { useRecent } from "@/lib/recent";
import { useProject, useSession } from "@/lib/session";
import { SCREENS } from "../screens";
import { offered } from "../take-in";

/** Return the offers, the places seen last first. Features were taken in before: their number stays. */
export function useOffers(): Command[] {
  return [useRecentPlaces(), useProjects(), ...offered.map((askFeature) => askFeature())].flat();
}

const SHOWN = 5;

function useRecentPlaces(): Command[] {
  const router = useRouter();
  const here = useLocation({ select: ({ href }) => href });
  const me = useSession().person.id;
  const seen = useRecent((state) => state.byPerson[me]) ?? [];
  return seen
    .filter(({ href }) => href !== here)
    .slice(0, SHOWN)
    .map(({ title, href, screen }) => ({
      id: `recent.${href}`,
      label: title,
      group: "recent",
      icon: SCREENS.find(({ id }) => id === screen)?.icon ?? History,
      run: () => void router.navigate({ href }),
    }));
}

/** Another project, and a new one. */
function useProjects(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projects } = useSession();
  const project = useProject();
  const may = useMay();
  return [
    ...projects
      .filter(({ id }) => id !== project?.id)
      .map(
        ({ slug, name }): Command => ({
          id: `project.${slug}`,
          label: t("palette.toProject", { name }),
          group: "do",
          icon: FolderOpen,
          run: () => void navigate({ to: "/inbox", search: { project: slug } }),
        }),
      ),
    ...(may("projects.team.create") ? [make("project", t("frame.newProject"), () => makeProject())] : []),
  ];
}
