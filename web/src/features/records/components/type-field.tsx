import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Check } from "@/ui/check";
import { Field } from "@/ui/field";
import { IconButton } from "@/ui/icon-button";
import { Pick } from "@/ui/pick";
import styles from "../dialogs.module.css";
import { type FieldDraft, hasOptions, KINDS } from "../type-drafts";

interface FieldLineProps {
  draft: FieldDraft;
  /** Null takes the field away. */
  onChange: (next: FieldDraft | null) => void;
}

/** One field of a type: its name, what it holds, how an agent finds it, and whether that waits for a yes. */
export function FieldLine({ draft, onChange }: FieldLineProps) {
  const { t } = useTranslation();
  const change = (part: Partial<FieldDraft>) => onChange({ ...draft, ...part });
  const name = draft.label || t("records.field");
  return (
    <div className={styles.line}>
      <Field
        label={t("records.field")}
        value={draft.label}
        required
        maxLength={120}
        autoFocus={!draft.key}
        onChange={({ target }) => change({ label: target.value })}
      />
      <Pick
        asField
        label={t("records.fieldHolds", { field: name })}
        value={draft.type}
        options={KINDS.map((value) => ({ value, label: t(`records.fieldKinds.${value}`) }))}
        onChange={(value) => change({ type: value as FieldDraft["type"] })}
      />
      <IconButton icon={X} name={t("records.dropField", { field: name })} onClick={() => onChange(null)} />
      {hasOptions(draft.type) ? (
        <div className={styles.across}>
          <Field
            label={t("records.options")}
            hint={t("records.optionsHint")}
            value={draft.options}
            required
            onChange={({ target }) => change({ options: target.value })}
          />
        </div>
      ) : null}
      <Field
        label={t("records.instructions")}
        value={draft.instructions}
        maxLength={2000}
        onChange={({ target }) => change({ instructions: target.value })}
      />
      <Check checked={draft.review} onChange={({ target }) => change({ review: target.checked })}>
        {t("records.waitsForYes")}
      </Check>
    </div>
  );
}
