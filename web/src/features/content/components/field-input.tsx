import { useTranslation } from "react-i18next";
import type { FieldDef } from "../model";
import { BodyField } from "./body-field";
import { boxClass, Control, SelectBox } from "./control";
import styles from "./field-input.module.css";
import { ListField } from "./list-field";
import { MediaField } from "./media-field";
import { RelationField, RelationsField } from "./relation-field";

export interface FieldProps {
  field: FieldDef;
  value: unknown;
  onChange: (value: unknown) => void;
  error?: string | undefined;
  isLocked: boolean;
  /** The locale of the text that is written here. */
  locale: string;
}

const NUMBERS = new Set(["number", "integer", "decimal", "percent", "rating"]);
const MEDIA = new Set(["image", "video", "file"]);
const LONG = new Set(["text", "markdown", "richtext", "code"]);
const INPUT_TYPES: Record<string, string> = {
  email: "email",
  url: "url",
  phone: "tel",
  date: "date",
  datetime: "datetime-local",
};

/** The control for one field, by its type. */
export function FieldInput(props: FieldProps) {
  const { field } = props;
  if (field.type === "boolean") return <CheckField {...props} />;
  if (field.type === "select") return <SelectField {...props} />;
  if (field.type === "relation") return <RelationField {...props} />;
  if (field.type === "relations") return <RelationsField {...props} />;
  if (MEDIA.has(field.type)) return <MediaField {...props} />;
  if (field.type === "array") return <ListField {...props} />;
  if (field.type === "object") return <ObjectField {...props} />;
  if (field.type === "markdown" || field.type === "richtext") return <BodyField {...props} />;
  if (LONG.has(field.type)) return <LongField {...props} />;
  return <LineField {...props} />;
}

function control({ field, error }: FieldProps) {
  return { label: field.label, name: field.name, hint: field.hint, error, required: field.required };
}

function LineField(props: FieldProps) {
  const { field, value, onChange, isLocked, locale, error } = props;
  const isNumber = NUMBERS.has(field.type);
  const read = (text: string) => {
    if (text === "") return null;
    return isNumber ? Number(text) : text;
  };
  return (
    <Control {...control(props)}>
      {(ids) => (
        <span className={styles.line}>
          {field.type === "color" && typeof value === "string" && /^#[\da-f]{6}$/i.test(value) ? (
            <input
              type="color"
              className={styles.color}
              aria-label={field.label}
              value={value}
              disabled={isLocked}
              onChange={(event) => onChange(event.target.value)}
            />
          ) : null}
          <input
            {...ids}
            type={isNumber ? "number" : (INPUT_TYPES[field.type] ?? "text")}
            {...(isNumber ? { step: field.type === "integer" ? 1 : "any" } : {})}
            className={boxClass(error)}
            lang={locale}
            value={value === null || value === undefined ? "" : String(value)}
            readOnly={isLocked}
            onChange={(event) => onChange(read(event.target.value))}
          />
        </span>
      )}
    </Control>
  );
}

function LongField(props: FieldProps) {
  const { field, value, onChange, isLocked, locale, error } = props;
  const text = typeof value === "string" ? value : "";
  return (
    <Control {...control(props)}>
      {(ids) => (
        <textarea
          {...ids}
          className={boxClass(error, styles.growing, field.type === "code" ? styles.code : undefined)}
          rows={2}
          lang={locale}
          value={text}
          readOnly={isLocked}
          onChange={(event) => onChange(event.target.value || null)}
        />
      )}
    </Control>
  );
}

function CheckField({ field, value, onChange, isLocked, error }: FieldProps) {
  return (
    <div data-field={field.name}>
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={value === true}
          disabled={isLocked}
          onChange={(event) => onChange(event.target.checked)}
        />
        {field.label}
      </label>
      {error ? <p className={styles.error}>{error}</p> : null}
    </div>
  );
}

function SelectField(props: FieldProps) {
  const { t } = useTranslation();
  const { field, value, onChange, isLocked, error } = props;
  const known = typeof value === "string" ? [...new Set([...field.options, value])] : field.options;
  return (
    <Control {...control(props)}>
      {(ids) => (
        <SelectBox
          {...ids}
          error={error}
          value={typeof value === "string" ? value : ""}
          disabled={isLocked}
          onChange={(event) => onChange(event.target.value || null)}
        >
          <option value="">{t("content.nothing")}</option>
          {known.map((option) => (
            <option key={option}>{option}</option>
          ))}
        </SelectBox>
      )}
    </Control>
  );
}

/** A group of fields inside a field. */
function ObjectField({ field, value, onChange, isLocked, locale, error }: FieldProps) {
  const values = (typeof value === "object" && value !== null ? value : {}) as Record<string, unknown>;
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} isGroup>
      {() => (
        <div className={styles.group}>
          {field.fields.map((inner) => (
            <FieldInput
              key={inner.name}
              field={inner}
              value={values[inner.name]}
              isLocked={isLocked}
              locale={locale}
              onChange={(next) => onChange({ ...values, [inner.name]: next })}
            />
          ))}
        </div>
      )}
    </Control>
  );
}
