import { Plus, X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityTypeInfo, FieldDef } from "@/api/schema";
import { Button } from "@/ui/button";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Pick, PickField } from "@/ui/pick";
import styles from "../dialogs.module.css";
import { type Condition, conditionsIn, type Look, valueFor } from "../model";
import { shownFields } from "./found-table";

const OPS = ["eq", "neq", "contains", "gt", "lt", "exists"] as const;

interface AdjustProps {
  kind: EntityTypeInfo;
  look: Look;
  onChange: (look: Look) => void;
  onClose: () => void;
}

/** Choose which records are shown, which of their fields, and what a board goes by. */
export default function Adjust({ kind, look, onChange, onClose }: AdjustProps) {
  const { t } = useTranslation();
  const fields = kind.definition.fields ?? [];
  const [conditions, setConditions] = useState(() => conditionsIn(look.where));
  const [chosen, setChosen] = useState(() =>
    shownFields(kind, look.columns ? look.columns.split(",") : []).map(({ key }) => key),
  );
  const [group, setGroup] = useState(look.group ?? kind.definition.statusField ?? "");
  const groups = fields.filter(({ type }) => ["select", "text", "boolean"].includes(type ?? "text"));
  const send = (event: FormEvent) => {
    event.preventDefault();
    onChange({
      where: conditions.length > 0 ? JSON.stringify(conditions) : undefined,
      columns: chosen.length > 0 ? chosen.join(",") : undefined,
      group: group || undefined,
    });
    onClose();
  };
  const put = (at: number, next: Condition | null) =>
    setConditions(conditions.flatMap((one, index) => (index === at ? (next ? [next] : []) : [one])));
  const first = fields[0];
  return (
    <Dialog open onOpenChange={onClose} title={t("records.adjust")} wide>
      <form onSubmit={send} className={styles.adjust}>
        <fieldset className={styles.group}>
          <legend>{t("records.filter")}</legend>
          {conditions.map((one, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no name but their place
            <Line key={at} fields={fields} condition={one} onChange={(next) => put(at, next)} />
          ))}
          {first ? (
            <Button
              small
              look="quiet"
              icon={Plus}
              onClick={() => setConditions([...conditions, { field: first.key, op: "eq", value: "" }])}
            >
              {t("records.addCondition")}
            </Button>
          ) : null}
        </fieldset>
        <fieldset className={styles.group}>
          <legend>{t("records.columns")}</legend>
          {fields.map(({ key, label }) => (
            <Check
              key={key}
              checked={chosen.includes(key)}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, key] : chosen.filter((one) => one !== key))
              }
            >
              {label || key}
            </Check>
          ))}
        </fieldset>
        {groups.length > 0 ? (
          <PickField
            label={t("records.boardBy")}
            value={group}
            options={groups.map(({ key, label }) => ({ value: key, label: label || key }))}
            onChange={setGroup}
          />
        ) : null}
        <Button type="submit" look="primary">
          {t("records.show")}
        </Button>
      </form>
    </Dialog>
  );
}

interface LineProps {
  fields: FieldDef[];
  condition: Condition;
  onChange: (next: Condition | null) => void;
}

function Line({ fields, condition, onChange }: LineProps) {
  const { t } = useTranslation();
  const field = fields.find(({ key }) => key === condition.field);
  const change = (part: Partial<Condition>) => onChange({ ...condition, ...part });
  return (
    <div className={styles.condition}>
      <Pick
        asField
        label={t("records.field")}
        value={condition.field}
        options={fields.map(({ key, label }) => ({ value: key, label: label || key }))}
        onChange={(name) => change({ field: name, value: "" })}
      />
      <Pick
        asField
        label={t("records.how")}
        value={condition.op}
        options={OPS.map((value) => ({ value, label: t(`records.ops.${value}`) }))}
        onChange={(op) => change({ op, value: op === "exists" ? true : condition.value })}
      />
      {condition.op === "exists" ? (
        <span />
      ) : field?.options?.length ? (
        <Pick
          asField
          label={t("records.value")}
          value={String(condition.value ?? "")}
          options={field.options.map((value) => ({ value, label: value }))}
          onChange={(value) => change({ value })}
        />
      ) : (
        <Field
          label={t("records.value")}
          value={String(condition.value ?? "")}
          onChange={({ target }) => change({ value: valueFor(field, target.value) })}
        />
      )}
      <IconButton icon={X} name={t("records.dropCondition")} onClick={() => onChange(null)} />
    </div>
  );
}
