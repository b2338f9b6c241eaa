import { useTranslation } from "react-i18next";
import { wordsIn } from "@/lib/labels";
import { useContent } from "../context";
import { FIELD_TYPES, fieldsOf, rawFields, retyped, rulesFor, type ShapeField, withRule } from "../shape";
import { boxClass, Control, SelectBox } from "./control";
import { ShapeFields } from "./shape-fields";
import styles from "./shape-rules.module.css";

type Json = Record<string, unknown>;

interface RulesProps {
  field: ShapeField;
  isLocked: boolean;
  depth: number;
  onRename: (name: string) => void;
  onLabel: (text: string) => void;
  onChange: (raw: Json) => void;
}

/** What a field is called, what it holds, and the rules its values must keep. */
export function FieldRules({ field, isLocked, depth, onRename, onLabel, onChange }: RulesProps) {
  const { t, i18n } = useTranslation();
  const { raw } = field;
  return (
    <div className={styles.rules}>
      <div className={styles.pair}>
        <TextRule
          label={t("content.fieldLabel")}
          value={wordsIn(raw.label, i18n.language)}
          isLocked={isLocked}
          onChange={onLabel}
        />
        <TextRule
          label={t("content.fieldName")}
          value={field.name}
          isLocked={isLocked || !field.isNew}
          onChange={onRename}
        />
      </div>
      <TypeRules raw={raw} isLocked={isLocked} depth={depth} onChange={onChange} />
      <TextRule
        label={t("content.fieldHint")}
        value={wordsIn(raw.description, i18n.language)}
        isLocked={isLocked}
        onChange={(text) => onChange(withRule(raw, "description", text))}
      />
    </div>
  );
}

interface TypeProps {
  raw: Json;
  isLocked: boolean;
  depth: number;
  onChange: (raw: Json) => void;
}

/** The type and its rules; a list has those of its items inside. */
function TypeRules({ raw, isLocked, depth, onChange }: TypeProps) {
  const { t } = useTranslation();
  const rules = rulesFor(String(raw.type));
  const rule = (key: string) => (value: unknown) => onChange(withRule(raw, key, value));
  return (
    <>
      <div className={styles.pair}>
        <Control label={t("content.fieldType")} name="type">
          {(ids) => (
            <SelectBox
              {...ids}
              value={String(raw.type)}
              disabled={isLocked}
              onChange={(event) =>
                onChange(retyped(raw, FIELD_TYPES.find((type) => type === event.target.value) ?? "string"))
              }
            >
              {FIELD_TYPES.map((type) => (
                <option key={type} value={type}>
                  {t(`content.type.${type}`)}
                </option>
              ))}
            </SelectBox>
          )}
        </Control>
        <div className={styles.checks}>
          <CheckRule
            label={t("content.required")}
            value={raw.required}
            isLocked={isLocked}
            onChange={rule("required")}
          />
          {rules.has("unique") ? (
            <CheckRule
              label={t("content.unique")}
              value={raw.unique}
              isLocked={isLocked}
              onChange={rule("unique")}
            />
          ) : null}
        </div>
      </div>
      {rules.has("min") ? (
        <div className={styles.pair}>
          <NumberRule label={t("content.least")} value={raw.min} isLocked={isLocked} onChange={rule("min")} />
          <NumberRule label={t("content.most")} value={raw.max} isLocked={isLocked} onChange={rule("max")} />
        </div>
      ) : null}
      {rules.has("pattern") ? (
        <TextRule
          label={t("content.pattern")}
          value={String(raw.pattern ?? "")}
          isLocked={isLocked}
          onChange={rule("pattern")}
        />
      ) : null}
      {rules.has("options") ? <OptionsRule raw={raw} isLocked={isLocked} onChange={onChange} /> : null}
      {rules.has("model") ? <TargetsRule raw={raw} isLocked={isLocked} onChange={onChange} /> : null}
      {rules.has("accept") ? (
        <TextRule
          label={t("content.accept")}
          value={String(raw.accept ?? "")}
          isLocked={isLocked}
          onChange={rule("accept")}
        />
      ) : null}
      {depth < DEEPEST ? <Inside raw={raw} isLocked={isLocked} depth={depth} onChange={onChange} /> : null}
    </>
  );
}

const DEEPEST = 3;

/** What a list or a group holds. */
function Inside({ raw, isLocked, depth, onChange }: TypeProps) {
  const { t } = useTranslation();
  const rules = rulesFor(String(raw.type));
  return (
    <>
      {rules.has("items") ? (
        <fieldset className={styles.inside}>
          <legend>{t("content.itemsOf")}</legend>
          <TypeRules
            raw={
              typeof raw.items === "object" && raw.items
                ? (raw.items as Json)
                : { type: raw.items ?? "string" }
            }
            isLocked={isLocked}
            depth={depth + 1}
            onChange={(items) => onChange({ ...raw, items })}
          />
        </fieldset>
      ) : null}
      {rules.has("fields") ? (
        <ShapeFields
          fields={fieldsOf(raw.fields).map((field) => ({ ...field, isNew: true }))}
          isLocked={isLocked}
          depth={depth + 1}
          onChange={(fields) => onChange({ ...raw, fields: rawFields(named(fields)) })}
        />
      ) : null}
    </>
  );
}

/** Return fields with names, so that one that was just added can be seen. */
function named(fields: readonly ShapeField[]): ShapeField[] {
  return fields.map((field, index) => (field.name ? field : { ...field, name: `field_${index + 1}` }));
}

interface OneRule<T> {
  label: string;
  value: T;
  isLocked: boolean;
  onChange: (value: T extends string ? string : unknown) => void;
}

function TextRule({ label, value, isLocked, onChange }: OneRule<string>) {
  return (
    <Control label={label} name={label}>
      {(ids) => (
        <input
          {...ids}
          className={boxClass(null)}
          value={value}
          readOnly={isLocked}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Control>
  );
}

function NumberRule({ label, value, isLocked, onChange }: OneRule<unknown>) {
  return (
    <Control label={label} name={label}>
      {(ids) => (
        <input
          {...ids}
          type="number"
          className={boxClass(null)}
          value={typeof value === "number" ? value : ""}
          readOnly={isLocked}
          onChange={(event) => onChange(event.target.value === "" ? null : Number(event.target.value))}
        />
      )}
    </Control>
  );
}

function CheckRule({ label, value, isLocked, onChange }: OneRule<unknown>) {
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={value === true}
        disabled={isLocked}
        onChange={(event) => onChange(event.target.checked)}
      />
      {label}
    </label>
  );
}

interface RawRule {
  raw: Json;
  isLocked: boolean;
  onChange: (raw: Json) => void;
}

function OptionsRule({ raw, isLocked, onChange }: RawRule) {
  const { t } = useTranslation();
  const options = Array.isArray(raw.options) ? raw.options.map(String) : [];
  return (
    <Control label={t("content.options")} name="options" hint={t("content.optionsHint")}>
      {(ids) => (
        <textarea
          {...ids}
          className={boxClass(null, styles.lines)}
          rows={3}
          value={options.join("\n")}
          readOnly={isLocked}
          onChange={(event) => onChange({ ...raw, options: event.target.value.split("\n") })}
          onBlur={() => onChange({ ...raw, options: options.map((one) => one.trim()).filter(Boolean) })}
        />
      )}
    </Control>
  );
}

function TargetsRule({ raw, isLocked, onChange }: RawRule) {
  const { t } = useTranslation();
  const { models } = useContent();
  const chosen = Array.isArray(raw.model) ? raw.model.map(String) : raw.model ? [String(raw.model)] : [];
  const toggle = (id: string, on: boolean) => {
    const next = on ? [...chosen, id] : chosen.filter((other) => other !== id);
    onChange({ ...raw, model: next.length === 1 ? next[0] : next });
  };
  return (
    <Control label={t("content.pointsAt")} name="model" isGroup>
      {() => (
        <div className={styles.checks}>
          {models
            .filter(({ kind }) => kind === "collection" || kind === "document")
            .map(({ id, name }) => (
              <CheckRule
                key={id}
                label={name}
                value={chosen.includes(id)}
                isLocked={isLocked}
                onChange={(on) => toggle(id, on === true)}
              />
            ))}
        </div>
      )}
    </Control>
  );
}
