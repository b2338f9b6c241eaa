import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { EntityTypeInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { PickField } from "@/ui/pick";
import styles from "../dialogs.module.css";

/** How a browser helps with a field of a type. */
const TYPES: Record<string, string> = { date: "date", email: "email", url: "url" };

interface NewRecordProps {
  kind: EntityTypeInfo;
  /** Values that it has from the start. */
  given: Record<string, string>;
  onClose: () => void;
}

/** Write a new record of a type. */
export default function NewRecord({ kind, given, onClose }: NewRecordProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const { definition } = kind;
  const [title, setTitle] = useState("");
  const [values, setValues] = useState(given);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const fields = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""));
      const made = await unwrap(
        api.POST("/api/entities", { body: { typeSlug: definition.slug, title, fields } }),
      );
      await client.invalidateQueries({ queryKey: ["entities"] });
      onClose();
      await navigate({ to: "/records", search: { type: definition.slug, record: made.id } });
    });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("records.new", { type: definition.name })}>
      <form onSubmit={send} className={styles.form}>
        <Field
          label={t("records.name")}
          value={title}
          required
          onChange={(event) => setTitle(event.target.value)}
        />
        {(definition.fields ?? [])
          .slice(0, 12)
          .map(({ key, label, required, type, options }) =>
            type === "select" && options?.length ? (
              <PickField
                key={key}
                label={label || key}
                value={values[key] ?? ""}
                onChange={(value) => setValues({ ...values, [key]: value })}
                options={[
                  { value: "", label: t("records.noChoice") },
                  ...options.map((one) => ({ value: one, label: one })),
                ]}
              />
            ) : (
              <Field
                key={key}
                label={label || key}
                required={required ?? false}
                type={TYPES[type ?? "text"] ?? "text"}
                value={values[key] ?? ""}
                onChange={(event) => setValues({ ...values, [key]: event.target.value })}
              />
            ),
          )}
        <Button type="submit" look="primary" busy={isBusy}>
          {t("records.save")}
        </Button>
      </form>
    </Dialog>
  );
}
