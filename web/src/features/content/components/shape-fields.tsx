import { ArrowDown, ArrowUp, ChevronDown, ChevronRight, Plus, X } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { spellField, wordsIn } from "@/lib/labels";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { type FieldType, moved, nameOfLabel, type ShapeField, withLabel } from "../shape";
import styles from "./shape-fields.module.css";
import { FieldRules } from "./shape-rules";

interface FieldsProps {
  fields: readonly ShapeField[];
  onChange: (fields: ShapeField[]) => void;
  isLocked: boolean;
  /** How many fields it is inside of. */
  depth?: number;
}

/** The fields of a model, or of a field that has fields: add, change, move, take away. */
export function ShapeFields({ fields, onChange, isLocked, depth = 0 }: FieldsProps) {
  const { t, i18n } = useTranslation();
  const [open, setOpen] = useState<number | null>(null);
  const set = (index: number, field: ShapeField) => onChange(fields.with(index, field));
  const add = () => {
    onChange([...fields, { name: "", isNew: true, raw: { type: "string" } }]);
    setOpen(fields.length);
  };
  return (
    <div className={depth > 0 ? styles.inner : undefined}>
      <ul>
        {fields.map((field, index) => {
          const label = wordsIn(field.raw.label, i18n.language) || spellField(field.name);
          const name = label || t("content.newField");
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new field's name changes while it is typed
            <li key={index} className={styles.field} data-field={field.name}>
              <div className={styles.row}>
                <button
                  type="button"
                  className={styles.toggle}
                  aria-expanded={open === index}
                  onClick={() => setOpen(open === index ? null : index)}
                >
                  <Icon of={open === index ? ChevronDown : ChevronRight} size="small" tone="muted" />
                  <span className={styles.label}>{name}</span>
                  <span className={styles.type}>
                    {t(`content.type.${String(field.raw.type) as FieldType}`)}
                    {field.raw.required === true ? `, ${t("content.isRequired")}` : ""}
                  </span>
                </button>
                {isLocked ? null : (
                  <>
                    <IconButton
                      small
                      icon={ArrowUp}
                      name={t("content.fieldUp", { name })}
                      disabled={index === 0}
                      onClick={() => onChange(moved(fields, index, -1))}
                    />
                    <IconButton
                      small
                      icon={ArrowDown}
                      name={t("content.fieldDown", { name })}
                      disabled={index === fields.length - 1}
                      onClick={() => onChange(moved(fields, index, 1))}
                    />
                    <IconButton
                      small
                      icon={X}
                      name={t("content.removeNamed", { name })}
                      onClick={() => onChange(fields.toSpliced(index, 1))}
                    />
                  </>
                )}
              </div>
              {open === index ? (
                <FieldRules
                  field={field}
                  isLocked={isLocked}
                  depth={depth}
                  onRename={(next) => set(index, { ...field, name: next })}
                  onLabel={(text) => set(index, relabelled(field, i18n.language, text))}
                  onChange={(raw) => set(index, { ...field, raw })}
                />
              ) : null}
            </li>
          );
        })}
      </ul>
      {isLocked ? null : (
        <div className={styles.foot}>
          <Button small icon={Plus} onClick={add}>
            {t("content.addField")}
          </Button>
        </div>
      )}
    </div>
  );
}

/** Return a field with another label; a new one takes its name from it as long as nobody has given it one. */
function relabelled(field: ShapeField, language: string, text: string): ShapeField {
  const before = nameOfLabel(wordsIn(field.raw.label, language));
  const follows = field.isNew && (field.name === "" || field.name === before);
  return {
    ...field,
    raw: withLabel(field.raw, language, text),
    ...(follows ? { name: nameOfLabel(text) } : {}),
  };
}
