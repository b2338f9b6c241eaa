/** What the palette offers beyond the commands of the screen: every place, every switch, everything that can be made. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import {
  CircleUserRound,
  FileText,
  FolderOpen,
  GitBranch,
  History,
  MessageSquareText,
  Plus,
} from "lucide-react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { useMay } from "@/api/may";
import { branchesQuery, modelsQuery } from "@/features/content/queries";
import { SETTINGS } from "@/lib/addresses";
import { askAgent } from "@/lib/ask";
import type { Command } from "@/lib/commands";
import { makeProject } from "@/lib/making";
import { useRecent } from "@/lib/recent";
import { useProject, useSession } from "@/lib/session";
import { SCREENS } from "../screens";

/** Return the offers, the places seen last first. */
export function useOffers(): Command[] {
  const offers = [useRecentPlaces(), useParts(), useContentPlaces(), useSwitches(), useMakers(), useAgents()];
  return offers.flat();
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

const CONNECTIONS = ["model", "search", "image", "mcp", "defaults"] as const;

/** The parts of screens that have parts, each with an address of its own. */
function useParts(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay();
  const settings = SETTINGS.filter((part) => NEEDS[part] === undefined || may(NEEDS[part]));
  return [
    ...settings.map(
      (part): Command => ({
        ...place(t("frame.settings"), t(`settings.${part}`)),
        id: `go.settings.${part}`,
        run: () => void navigate({ to: "/settings", search: { part } }),
      }),
    ),
    ...(may("ai.providers.manage") ? CONNECTIONS : []).map(
      (part): Command => ({
        ...place(t("frame.connections"), t(`connections.${part}`)),
        id: `go.connections.${part}`,
        run: () =>
          void navigate({ to: "/connections", search: { part: part === "model" ? undefined : part } }),
      }),
    ),
  ];
}

const NEEDS: Partial<Record<(typeof SETTINGS)[number], string>> = {
  people: "users.team.read",
  keys: "keys.team.read",
  audit: "audit.team.read",
  health: "studio.manage",
  backup: "studio.manage",
};

const PARTS = ["findings", "weak", "glossary", "branches", "schedule"] as const;

/** The models and the other parts of the project's content. */
function useContentPlaces(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const models = useModels();
  if (models.length === 0) return [];
  return [
    ...models.map(
      ({ id, name }): Command => ({
        ...place(t("frame.content"), name),
        id: `go.content.${id}`,
        run: () => void navigate({ to: "/content", search: { model: id } }),
      }),
    ),
    ...PARTS.map(
      (part): Command => ({
        ...place(t("frame.content"), t(`content.${part}`)),
        id: `go.content.part.${part}`,
        run: () => void navigate({ to: "/content", search: { part } }),
      }),
    ),
  ];
}

/** Another project, another branch of this one. */
function useSwitches(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projects } = useSession();
  const project = useProject();
  const ref = useLocation({ select: ({ search }) => (search as { ref?: string }).ref });
  const branches = useQuery({ ...branchesQuery(project?.id ?? ""), enabled: project !== null }).data ?? [];
  const look = (next: string | undefined) =>
    void navigate({
      to: "/content",
      search: ({ model, locale }) => ({ model, locale, ref: next }),
    });
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
    ...branches
      .filter(({ name }) => name !== ref)
      .map(
        ({ name, subject }): Command => ({
          id: `branch.${name}`,
          label: t("palette.toBranch", { name: shortBranch(name), subject }),
          group: "do",
          icon: GitBranch,
          run: () => look(name),
        }),
      ),
    ...(ref
      ? [
          {
            id: "branch",
            label: t("palette.asItStands"),
            group: "do" as const,
            icon: GitBranch,
            run: () => look(undefined),
          },
        ]
      : []),
  ];
}

/** Everything that can be made, each where it is made. */
function useMakers(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const project = useProject();
  const may = useMay(project?.id);
  const models = useModels();
  const make = (id: string, label: string, run: () => unknown): Command => ({
    id: `make.${id}`,
    label,
    group: "make",
    icon: Plus,
    run: () => void run(),
  });
  const entries = (may("content.write") ? models : [])
    .filter(({ kind }) => kind === "collection" || kind === "document")
    .map(({ id, name }) =>
      make(`entry.${id}`, t("palette.newEntry", { name }), () =>
        navigate({ to: "/content", search: { model: id, entry: "+" } }),
      ),
    );
  const connection = (part: "model" | "search" | "image" | "mcp") =>
    make(`connection.${part}`, t("palette.newConnection", { kind: t(`connections.${part}`) }), () =>
      navigate({
        to: "/connections",
        search: { part: part === "model" ? undefined : part, item: "new" },
      }),
    );
  return [
    make("conversation", t("panel.newChat"), () => {
      askAgent({ fresh: true });
      return matchMedia("(max-width: 719px)").matches ? navigate({ to: "/agent" }) : null;
    }),
    ...entries,
    ...(project && models.length > 0 && may("content.model")
      ? [
          make("model", t("content.newModel"), () =>
            navigate({ to: "/content", search: { model: "+", part: "model" } }),
          ),
        ]
      : []),
    ...(may("projects.team.create") ? [make("project", t("frame.newProject"), () => makeProject())] : []),
    ...(may("agents.team.create")
      ? [make("agent", t("agents.new"), () => navigate({ to: "/agents", search: { new: true } }))]
      : []),
    ...(may("budgets.team.create")
      ? [make("budget", t("usage.setBudget"), () => navigate({ to: "/usage", search: { new: true } }))]
      : []),
    ...(may("ai.providers.manage") ? (["model", "search", "image", "mcp"] as const).map(connection) : []),
    ...(may("users.team.create")
      ? [
          make("invite", t("admin.invite"), () =>
            navigate({ to: "/settings", search: { part: "people", new: true } }),
          ),
        ]
      : []),
    ...(may("keys.team.create")
      ? [
          make("key", t("admin.newKey"), () =>
            navigate({ to: "/settings", search: { part: "keys", new: true } }),
          ),
        ]
      : []),
  ];
}

/** Each agent: its page, and a conversation with it. */
function useAgents(): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const agents = useQuery(agentsQuery).data ?? [];
  return agents
    .filter(({ enabled }) => enabled)
    .flatMap(({ slug, name }): Command[] => [
      {
        ...place(t("frame.agents"), name),
        id: `go.agents.${slug}`,
        icon: CircleUserRound,
        run: () => void navigate({ to: "/agents", search: { agent: slug } }),
      },
      {
        id: `write.${slug}`,
        label: t("agents.talk", { name }),
        group: "do",
        icon: MessageSquareText,
        run: () => {
          askAgent({ agent: slug });
          if (matchMedia("(max-width: 719px)").matches) void navigate({ to: "/agent" });
        },
      },
    ]);
}

function place(screen: string, part: string): Omit<Command, "id" | "run"> {
  return { label: `${screen}: ${part}`, group: "go", icon: FileText };
}

function useModels() {
  const { i18n } = useTranslation();
  const project = useProject();
  const models = useQuery({
    ...modelsQuery(project?.id ?? "", i18n.language, null),
    enabled: project !== null,
  });
  return models.data ?? [];
}

/** Return a branch's own name, without the way to it. */
function shortBranch(name: string): string {
  return name.split("/").at(-1) ?? name;
}
