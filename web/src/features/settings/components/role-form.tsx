import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { RoleInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Check } from "@/ui/check";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { permissionsQuery } from "../queries";
import styles from "./admin.module.css";

interface RoleFormProps {
  role: RoleInfo | null;
  mayWrite: boolean;
  onClose: () => void;
}

/** A role: its name and every permission, ticked or not; what its writer lacks cannot be ticked. */
export function RoleForm({ role, mayWrite, onClose }: RoleFormProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const permissions = useQuery(permissionsQuery).data ?? [];
  const [held, setHeld] = useState(() => new Set(role?.permissions));
  const [query, setQuery] = useState("");
  const isLocked = !mayWrite || (role?.isBuiltin ?? false);
  const wanted = query.trim().toLocaleLowerCase();
  const shown = permissions.filter(({ name, meaning }) =>
    `${name} ${meaning}`.toLocaleLowerCase().includes(wanted),
  );
  const tick = (name: string, isOn: boolean) =>
    setHeld((before) => {
      const after = new Set(before);
      if (isOn) after.add(name);
      else after.delete(name);
      return after;
    });
  const send = async ({ name = "", description = "" }: Record<string, string>) => {
    const body = { name, description, permissions: [...held] };
    const saved = await (role
      ? unwrap(api.PUT("/api/roles/{role_id}", { params: { path: { role_id: role.id } }, body }))
      : unwrap(api.POST("/api/roles", { body })));
    await client.invalidateQueries({ queryKey: keys.roles });
    notify({ tone: "done", text: t("admin.roleSaved", { name: saved.name }) });
    onClose();
  };
  return (
    <Form
      action={t(role ? "admin.saveRole" : "admin.makeRole")}
      onSend={send}
      back={t("admin.cancel")}
      onBack={onClose}
      isLocked={isLocked}
    >
      <Field
        label={t("admin.roleName")}
        name="name"
        defaultValue={role?.name ?? ""}
        maxLength={80}
        readOnly={isLocked}
        required
      />
      <Field
        label={t("admin.roleDescription")}
        name="description"
        defaultValue={role?.description ?? ""}
        maxLength={500}
        readOnly={isLocked}
      />
      <Field
        label={t("admin.findPermission")}
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
      />
      <fieldset className={styles.permissions} disabled={isLocked}>
        <legend>{t("admin.permissions")}</legend>
        {shown.map(({ name, meaning, mayGive }) => (
          <Check
            key={name}
            checked={held.has(name)}
            disabled={!(mayGive || held.has(name))}
            onChange={(event) => tick(name, event.currentTarget.checked)}
          >
            <span>
              {meaning} <code className={styles.muted}>{name}</code>
            </span>
          </Check>
        ))}
      </fieldset>
    </Form>
  );
}
