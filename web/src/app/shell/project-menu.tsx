import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { makeProject } from "@/lib/making";
import { useProject, useSession } from "@/lib/session";
import { openWorkspace } from "@/lib/workspace";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuChoice, MenuItem, OpenMenu } from "@/ui/menu";

/** The projects and workspaces one can switch to. */
export default function ProjectMenu(props: MenuContentProps) {
  const { t } = useTranslation();
  const { projects, workspace, workspaces } = useSession();
  const canMake = useMay()("projects.team.create");
  const project = useProject();
  const navigate = useNavigate();
  return (
    <OpenMenu {...props}>
      {projects.length > 0 ? (
        <MenuChoice
          label={t("frame.projects")}
          value={project?.slug ?? null}
          onChange={(slug) => void navigate({ to: ".", search: (before) => ({ ...before, project: slug }) })}
          options={projects.map((one) => ({ value: one.slug, label: one.name }))}
        />
      ) : (
        <MenuItem disabled>{t("frame.noProject")}</MenuItem>
      )}
      {workspaces.length > 1 ? (
        <MenuChoice
          label={t("frame.workspaces")}
          value={workspace.slug}
          onChange={(slug) => void openWorkspace(slug)}
          options={workspaces.map((one) => ({ value: one.slug, label: one.name }))}
        />
      ) : null}
      {canMake ? <MenuItem onClick={() => makeProject()}>{t("frame.newProject")}</MenuItem> : null}
      <MenuItem onClick={() => void navigate({ to: "/settings", search: { part: "workspaces" } })}>
        {t("frame.manageWorkspaces")}
      </MenuItem>
    </OpenMenu>
  );
}
