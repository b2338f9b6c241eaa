import { useTranslation } from "react-i18next";
import type { FieldInfo } from "@/api/schema";
import { Field } from "@/ui/field";
import styles from "./connections.module.css";

const LABELS: Record<string, "connections.apiKey" | "connections.address" | "connections.models"> = {
  "API key": "connections.apiKey",
  Address: "connections.address",
  Models: "connections.models",
};

interface FieldsProps {
  asked: FieldInfo[];
  offered?: FieldInfo[];
  /** What is known already; secrets never are. */
  values?: Record<string, string>;
  /** The names of secrets that are stored, which an empty field keeps. */
  stored?: string[];
}

/** The fields a provider needs; what is seldom needed waits behind one line. */
export function ProviderFields({ asked, offered = [], values = {}, stored = [] }: FieldsProps) {
  const { t } = useTranslation();
  const draw = (field: FieldInfo) => {
    const label = LABELS[field.label];
    const isStored = stored.includes(field.name);
    const hint = isStored ? t("connections.keepsStored") : field.example ? example(field) : "";
    return (
      <Field
        key={field.name}
        name={field.name}
        label={label ? t(label) : field.label}
        type={field.isSecret ? "password" : "text"}
        autoComplete="off"
        spellCheck={false}
        required={field.required && !isStored}
        defaultValue={values[field.name] ?? ""}
        {...(hint ? { hint } : {})}
      />
    );
  };
  const example = (field: FieldInfo) => t("connections.example", { example: field.example });
  return (
    <>
      {asked.map(draw)}
      {offered.length > 0 ? (
        <details className={styles.more}>
          <summary>{t("connections.more")}</summary>
          {offered.map(draw)}
        </details>
      ) : null}
    </>
  );
}
