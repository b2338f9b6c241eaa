import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { MemberInfo, RoleInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Pick } from "@/ui/pick";

interface OwnRoleProps {
  member: MemberInfo;
  own: RoleInfo[];
  mayChange: boolean;
}

/** The role of the workspace's own making that adds to what somebody is here. */
export function OwnRole({ member, own, mayChange }: OwnRoleProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  if (!mayChange) return own.find(({ id }) => id === member.roleId)?.name ?? t("admin.noOwnRole");
  const change = (roleId: string | null) =>
    act(async () => {
      const params = { path: { person_id: member.person.id } };
      await unwrap(api.PUT("/api/people/{person_id}", { params, body: { role: member.role, roleId } }));
      await client.invalidateQueries({ queryKey: keys.people });
    });
  return (
    <Pick
      label={t("admin.ownRoleOf", { name: member.person.name })}
      value={member.roleId ?? ""}
      options={[
        { value: "", label: t("admin.noOwnRole") },
        ...own.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(next) => void change(next || null)}
    />
  );
}
