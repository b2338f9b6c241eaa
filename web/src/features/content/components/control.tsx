import { ChevronDown, CircleAlert } from "lucide-react";
import { type ReactNode, type SelectHTMLAttributes, useId } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { Icon } from "@/ui/icon";
import styles from "./control.module.css";

export interface ControlIds {
  id: string;
  "aria-describedby": string | undefined;
  "aria-invalid": true | undefined;
  "aria-required": true | undefined;
}

interface ControlProps {
  label: string;
  name: string;
  hint?: string;
  error?: string | null | undefined;
  required?: boolean;
  /** Something small at the end of the label's line. */
  note?: ReactNode;
  /** True where the control is a group of its own and cannot be named by a label. */
  isGroup?: boolean;
  children: (ids: ControlIds) => ReactNode;
}

/** A labelled control; hint and error are tied to it for assistive technology. */
export function Control({
  label,
  name,
  hint,
  error,
  required = false,
  note,
  isGroup = false,
  children,
}: ControlProps) {
  const { t } = useTranslation();
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  const words = (
    <>
      {label}
      {required ? <span title={t("content.required")}> *</span> : null}
    </>
  );
  const inside = (
    <>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error ? true : undefined,
        "aria-required": required || undefined,
      })}
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {error ? (
        <p className={styles.error} id={`${id}-error`}>
          <Icon of={CircleAlert} size="tiny" />
          {error}
        </p>
      ) : null}
    </>
  );
  if (isGroup) {
    return (
      <fieldset className={styles.control} data-field={name}>
        <legend className={styles.label}>{words}</legend>
        {inside}
      </fieldset>
    );
  }
  return (
    <div className={styles.control} data-field={name}>
      <div className={styles.head}>
        <label className={styles.label} htmlFor={id}>
          {words}
        </label>
        {note ? <span className={styles.note}>{note}</span> : null}
      </div>
      {inside}
    </div>
  );
}

interface SelectBoxProps extends SelectHTMLAttributes<HTMLSelectElement> {
  error?: string | null | undefined;
}

/** A list to choose one from, with the mark of a list. */
export function SelectBox({ error, className, ...rest }: SelectBoxProps) {
  return (
    <span className={classes(styles.select, className)}>
      <select {...rest} className={boxClass(error)} />
      <Icon of={ChevronDown} tone="muted" />
    </span>
  );
}

/** The class of a text box, in error or not. */
export function boxClass(error: unknown, ...more: (string | undefined)[]): string {
  return classes(styles.box, Boolean(error) && styles.bad, ...more);
}
