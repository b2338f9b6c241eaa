import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { EntityInfo, FieldDef, ResponseInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Area } from "@/ui/area";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import { Pick } from "@/ui/pick";
import styles from "../edit.module.css";
import { shown } from "../model";
import { graphQuery, responsesQuery } from "../queries";

interface EditValueProps {
  entity: EntityInfo;
  field: FieldDef;
  value: unknown;
  /** The proposed value that a yes is said to with what is written here; else the field is changed by hand. */
  proposed: ResponseInfo | null;
  onDone: () => void;
}

/** A field's value as a person writes it: in place of what an agent proposed, or by hand. */
export function EditValue({ entity, field, value, proposed: now, onDone }: EditValueProps) {
  const [proposed] = useState(now); // it is decided before the form has closed
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [text, setText] = useState(asWritten(value));
  const send = (event: FormEvent) => {
    event.preventDefault();
    void act(async () => {
      const said = text.trim() || null; // the studio reads numbers, dates and lists from what is written
      if (proposed) {
        const path = { response_id: proposed.id };
        const body = { decision: "approve", value: said } as const;
        await unwrap(api.POST("/api/responses/{response_id}/decision", { params: { path }, body }));
      } else {
        const path = { entity_id: entity.id };
        const body = { fields: { [field.key]: said }, expectedVersion: entity.version };
        await unwrap(api.PUT("/api/entities/{entity_id}", { params: { path }, body }));
      }
      const own = [responsesQuery(entity.id), graphQuery(entity.id)];
      await Promise.all(own.map(({ queryKey }) => client.invalidateQueries({ queryKey })));
      void client.invalidateQueries({ queryKey: ["entities"] });
      onDone();
    });
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    onDone();
  };
  return (
    <form className={styles.edit} onSubmit={send} onKeyDown={leave}>
      <Input field={field} text={text} onChange={setText} />
      <Button small type="submit" busy={isBusy}>
        {proposed ? t("records.keepEdited") : t("records.save")}
      </Button>
      <Button small look="quiet" disabled={isBusy} onClick={onDone}>
        {t("records.leaveIt")}
      </Button>
    </form>
  );
}

/** Return a value as a person writes it, and as the studio reads it again. */
function asWritten(value: unknown): string {
  if (typeof value === "boolean") return String(value);
  return Array.isArray(value) ? value.map(shown).join("; ") : shown(value);
}

interface InputProps {
  field: FieldDef;
  text: string;
  onChange: (text: string) => void;
}

function Input({ field, text, onChange }: InputProps) {
  const { t } = useTranslation();
  const label = t("records.valueOf", { field: field.label || field.key });
  if (field.type === "select" || field.type === "boolean") {
    const options =
      field.type === "boolean"
        ? [
            { value: "true", label: t("records.isSo") },
            { value: "false", label: t("records.isNotSo") },
          ]
        : (field.options ?? []).map((one) => ({ value: one, label: one }));
    const none = field.required ? [] : [{ value: "", label: t("records.empty") }];
    return <Pick label={label} value={text} options={[...none, ...options]} onChange={onChange} asField />;
  }
  const change = ({ target }: { target: { value: string } }) => onChange(target.value);
  return field.type === "longText" ? (
    <Area label={label} value={text} onChange={change} autoFocus />
  ) : (
    <Field label={label} value={text} onChange={change} autoFocus />
  );
}
