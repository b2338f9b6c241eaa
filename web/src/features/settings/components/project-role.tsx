import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { MemberInfo, ProjectRoleChange, SessionProject } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Pick } from "@/ui/pick";
import styles from "./admin.module.css";
import { ROLE_NAMES } from "./roles";

const CHOICES = ["viewer", "reviewer", "editor"] as const;

interface ProjectRoleProps {
  member: MemberInfo;
  project: SessionProject;
  mayChange: boolean;
}

/** What a member may do in one project; who runs the workspace may do everything there. */
export function ProjectRole({ member, project, mayChange }: ProjectRoleProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const held = member.projectRoles[project.id] ?? null;
  if (member.role !== "member") return <span className={styles.muted}>{t("admin.everything")}</span>;
  if (!mayChange) return t(ROLE_NAMES[held ?? "viewer"]);
  const change = (role: ProjectRoleChange["role"]) =>
    act(async () => {
      const params = { path: { person_id: member.person.id, project_id: project.id } };
      await unwrap(api.PUT("/api/people/{person_id}/projects/{project_id}", { params, body: { role } }));
      await client.invalidateQueries({ queryKey: keys.people });
    });
  return (
    <Pick
      label={t("admin.projectRoleOf", { name: member.person.name, project: project.name })}
      value={held ?? "viewer"}
      options={CHOICES.map((role) => ({ value: role, label: t(ROLE_NAMES[role]) }))}
      onChange={(next) => void change(CHOICES.find((role) => role === next) ?? null)}
    />
  );
}
