import { useNavigate } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import { makeProject } from "@/lib/making";
import { useProject, useSession } from "@/lib/session";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuChoice, MenuItem, OpenMenu } from "@/ui/menu";

/** The projects one can switch to. */
export default function ProjectMenu(props: MenuContentProps) {
  const { t } = useTranslation();
  const { projects } = useSession();
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
      {canMake ? <MenuItem onClick={() => makeProject()}>{t("frame.newProject")}</MenuItem> : null}
    </OpenMenu>
  );
}
