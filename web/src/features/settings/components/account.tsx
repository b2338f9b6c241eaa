import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keepSession, sessionQuery } from "@/api/session";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Setting } from "./setting";
import { SignIns } from "./sign-ins";

/** Who one is here, and one's password. */
export function Account() {
  const { t } = useTranslation();
  const { data } = useQuery(sessionQuery);
  const [isOpen, setOpen] = useState(false);
  if (!data) return null;
  return (
    <>
      <Setting name={t("settings.name")}>{data.person.name}</Setting>
      <Setting name={t("settings.email")}>{data.person.email}</Setting>
      <Setting name={t("settings.workspace")}>{data.workspace.name}</Setting>
      <Setting name={t("settings.password")}>
        {isOpen ? (
          <PasswordForm onClose={() => setOpen(false)} />
        ) : (
          <Button onClick={() => setOpen(true)}>{t("settings.changePassword")}</Button>
        )}
      </Setting>
      <Setting name={t("settings.signIns")}>
        <SignIns />
      </Setting>
    </>
  );
}

function PasswordForm({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const send = async (values: Record<string, string>) => {
    const body = { current: values.current ?? "", new: values.new ?? "" };
    const changed = await unwrap(api.PUT("/api/session/password", { body }));
    if ("csrfToken" in changed) keepSession(changed);
    notify({ tone: "done", text: t("settings.passwordChanged"), detail: t("settings.passwordChangedNote") });
    onClose();
  };
  return (
    <Form action={t("settings.changePassword")} onSend={send} back={t("admin.cancel")} onBack={onClose}>
      <Field
        label={t("settings.currentPassword")}
        name="current"
        type="password"
        autoComplete="current-password"
        required
        autoFocus
      />
      <Field
        label={t("settings.newPassword")}
        name="new"
        type="password"
        autoComplete="new-password"
        hint={t("access.passwordHint")}
        minLength={10}
        required
      />
    </Form>
  );
}
