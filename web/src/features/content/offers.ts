/** What the palette offers of content: models and other parts, branches, new entries and models. */
import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "@tanstack/react-router";
import { GitBranch, Send } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { branchWords } from "@/lib/branch";
import { type Command, goTo, make } from "@/lib/commands";
import { useProject } from "@/lib/session";
import { branchesQuery, modelsQuery } from "./queries";

const PARTS = ["findings", "weak", "glossary", "branches", "schedule"] as const;

/** Offer the places of the project's content, its branches, and what can be made in it. */
export function useOffers(): Command[] {
  const models = useModels();
  return [usePlaces(models), useBranches(), useMakers(models)].flat();
}

type Models = ReturnType<typeof useModels>;

function usePlaces(models: Models): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  if (models.length === 0) return [];
  return [
    ...models.map(({ id, name }) =>
      goTo(`content.${id}`, t("frame.content"), name, () =>
        navigate({ to: "/content", search: { model: id } }),
      ),
    ),
    ...PARTS.map((part) =>
      goTo(`content.part.${part}`, t("frame.content"), t(`content.${part}`), () =>
        navigate({ to: "/content", search: { part } }),
      ),
    ),
  ];
}

function useBranches(): Command[] {
  const { t, i18n } = useTranslation();
  const navigate = useNavigate();
  const project = useProject();
  const ref = useLocation({ select: ({ search }) => (search as { ref?: string }).ref });
  const branches = useQuery({ ...branchesQuery(project?.id ?? ""), enabled: project !== null }).data ?? [];
  const look = (id: string, label: string, next: string | undefined): Command => ({
    id,
    label,
    group: "do",
    icon: GitBranch,
    run: () =>
      void navigate({ to: "/content", search: ({ model, locale }) => ({ model, locale, ref: next }) }),
  });
  const others = branches.filter(({ name }) => name !== ref);
  return [
    ...others.map(({ name, subject }) =>
      look(
        `branch.${name}`,
        t("content.toBranch", { name: branchWords(name, t, i18n.language), subject }),
        name,
      ),
    ),
    ...(ref ? [look("branch", t("content.toStanding"), undefined)] : []),
  ];
}

function useMakers(models: Models): Command[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const may = useMay(useProject()?.id);
  const entries = (may("content.write") ? models : []).filter(
    ({ kind }) => kind === "collection" || kind === "document",
  );
  const open = (search: { model: string; entry?: string; part?: "model"; status?: string }) =>
    navigate({ to: "/content", search });
  return [
    ...entries.map(({ id, name }) =>
      make(`entry.${id}`, t("content.newEntryIn", { name }), () => open({ model: id, entry: "+" })),
    ),
    ...entries.map(
      ({ id, name }): Command => ({
        id: `publish.${id}`,
        label: t("content.publishDrafts", { name }),
        group: "do",
        icon: Send,
        run: () => void open({ model: id, status: "draft" }),
      }),
    ),
    ...(models.length > 0 && may("content.model")
      ? [make("model", t("content.newModel"), () => open({ model: "+", part: "model" }))]
      : []),
  ];
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
