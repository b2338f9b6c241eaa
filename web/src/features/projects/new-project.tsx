import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { ProjectInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { codesIn } from "@/lib/locales";
import { notify } from "@/lib/notices";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { GitFields, loginOf, TrustHost } from "@/ui/git-login";
import { Segment } from "@/ui/segment";
import styles from "./new-project.module.css";

type Start = "fresh" | "copy";
type Values = Record<string, string>;

/** A new project: empty, in the languages named, or a copy of a Git repository. */
export default function NewProject({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [start, setStart] = useState<Start>("fresh");
  const send = async (values: Values) => {
    const { slug, name } = await (start === "fresh" ? make(values) : copy(values));
    await client.invalidateQueries({ queryKey: keys.session });
    await client.fetchQuery({ ...sessionQuery, staleTime: 0 });
    notify({ tone: "done", text: t("projects.made", { name }) });
    onClose();
    await navigate({ to: "/content", search: { project: slug } });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("projects.new")}>
      <div className={styles.start}>
        <Segment
          label={t("projects.start")}
          value={start}
          onChange={setStart}
          options={[
            { value: "fresh" as const, label: t("projects.fresh") },
            { value: "copy" as const, label: t("projects.copy") },
          ]}
        />
      </div>
      <Form
        action={t(start === "fresh" ? "projects.make" : "projects.import")}
        onSend={send}
        onError={(error) => <TrustHost error={error} />}
        back={t("projects.cancel")}
        onBack={onClose}
      >
        <Field label={t("projects.name")} hint={t("projects.nameHint")} name="name" maxLength={80} required />
        {start === "fresh" ? (
          <Field
            label={t("projects.locales")}
            hint={t("projects.localesHint")}
            name="locales"
            defaultValue={i18n.language}
            required
          />
        ) : (
          <>
            <GitFields />
            <Check name="isOurs">{t("projects.isOurs")}</Check>
            <p className={styles.text}>{t("projects.importText")}</p>
          </>
        )}
      </Form>
    </Dialog>
  );
}

function make({ name = "", locales = "" }: Values): Promise<ProjectInfo> {
  const start = { locales: codesIn(locales) };
  return unwrap(api.POST("/api/projects", { body: { name: name.trim(), start } }));
}

function copy({ name = "", isOurs, ...values }: Values): Promise<ProjectInfo> {
  const body = { name: name.trim(), ...loginOf(values), isOurs: isOurs === "on" };
  return unwrap(api.POST("/api/projects/import", { body }));
}
