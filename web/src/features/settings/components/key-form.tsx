import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { FreshKeyInfo, NewKey } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { PickField } from "@/ui/pick";
import styles from "./admin.module.css";
import { ROLE_NAMES } from "./roles";

const ROLES = ["viewer", "editor", "admin"] as const;

/** A new key: its name and role, and whatever it is to be kept to. */
export function KeyForm({ onMade, onBack }: { onMade: (made: FreshKeyInfo) => void; onBack: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const [role, setRole] = useState<NonNullable<NewKey["role"]>>("viewer");
  const [projectId, setProjectId] = useState("");
  const send = async (values: Record<string, string>) => {
    const body = asKey(values, role, projectId || null);
    const made = await unwrap(api.POST("/api/keys", { body }));
    await client.invalidateQueries({ queryKey: keys.apiKeys });
    onMade(made);
  };
  return (
    <Form action={t("admin.makeKey")} onSend={send} back={t("admin.cancel")} onBack={onBack}>
      <Field label={t("admin.keyName")} name="name" maxLength={80} required autoFocus />
      <div className={styles.two}>
        <PickField
          label={t("admin.role")}
          value={role}
          options={ROLES.map((value) => ({ value, label: t(ROLE_NAMES[value]) }))}
          onChange={(next) => setRole(ROLES.find((known) => known === next) ?? "viewer")}
        />
        <PickField
          label={t("admin.project")}
          value={projectId}
          options={[
            { value: "", label: t("admin.allProjects") },
            ...projects.map(({ id, name }) => ({ value: id, label: name })),
          ]}
          onChange={setProjectId}
        />
      </div>
      <Field label={t("admin.keyModels")} name="models" hint={t("admin.listHint")} />
      <Field label={t("admin.keyLocales")} name="locales" hint={t("admin.listHint")} />
      <Field label={t("admin.keyTools")} name="tools" hint={t("admin.listHint")} />
      <div className={styles.two}>
        <Field label={t("admin.keyRate")} name="rate" type="number" min={1} inputMode="numeric" />
        <Field label={t("admin.keyExpires")} name="expires" type="date" />
      </div>
    </Form>
  );
}

/** Return what the form asks for; a list left empty means no limit. */
export function asKey(
  values: Record<string, string>,
  role: NonNullable<NewKey["role"]>,
  projectId: string | null,
): NewKey {
  const list = (name: string) => {
    const names = (values[name] ?? "").split(",").map((each) => each.trim());
    return names.some(Boolean) ? names.filter(Boolean) : null;
  };
  return {
    name: values.name ?? "",
    role,
    projectId,
    limits: { models: list("models"), locales: list("locales"), tools: list("tools") },
    // The key works until that day is over, where the person is.
    expiresAt: values.expires ? new Date(`${values.expires}T23:59:59`).toISOString() : null,
    requestsPerMinute: values.rate ? Number(values.rate) : null,
  };
}
