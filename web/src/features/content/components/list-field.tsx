import { ArrowUp, Plus, X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import type { FieldDef } from "../model";
import { Control } from "./control";
import { FieldInput, type FieldProps } from "./field-input";
import styles from "./list-field.module.css";

const TEXT: FieldDef = {
  name: "",
  type: "string",
  label: "",
  hint: "",
  required: false,
  options: [],
  targets: [],
  fields: [],
  items: null,
};

/** A list of values of one kind: add, change, move up, take away. */
export function ListField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const items = Array.isArray(value) ? (value as unknown[]) : [];
  const kind = field.items ?? TEXT;
  const set = (next: unknown[]) => onChange(next.length > 0 ? next : null);
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} isGroup>
      {() => (
        <div className={styles.list}>
          {items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: values have no name of their own
            <div key={index} className={styles.item}>
              <div className={styles.grow}>
                <FieldInput
                  field={{
                    ...kind,
                    name: `${field.name}.${index}`,
                    label: t("content.item", { number: index + 1 }),
                  }}
                  value={item}
                  isLocked={isLocked}
                  locale={locale}
                  onChange={(next) => set(items.with(index, next))}
                />
              </div>
              {isLocked ? null : (
                <>
                  <IconButton
                    small
                    icon={ArrowUp}
                    name={t("content.moveUp", { number: index + 1 })}
                    disabled={index === 0}
                    onClick={() => set(items.with(index, items[index - 1]).with(index - 1, item))}
                  />
                  <IconButton
                    small
                    icon={X}
                    name={t("content.removeItem", { number: index + 1 })}
                    onClick={() => set(items.toSpliced(index, 1))}
                  />
                </>
              )}
            </div>
          ))}
          {isLocked ? null : (
            <span>
              <Button
                small
                icon={Plus}
                onClick={() =>
                  set([...items, kind.type === "object" ? {} : kind.type === "boolean" ? false : ""])
                }
              >
                {t("content.addItem")}
              </Button>
            </span>
          )}
        </div>
      )}
    </Control>
  );
}
