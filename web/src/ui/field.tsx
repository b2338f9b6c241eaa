import { CircleAlert } from "lucide-react";
import { type InputHTMLAttributes, type Ref, useId } from "react";
import { classes } from "@/lib/classes";
import styles from "./field.module.css";
import { Icon } from "./icon";

interface FieldProps extends InputHTMLAttributes<HTMLInputElement> {
  label: string;
  hint?: string;
  error?: string | null;
  ref?: Ref<HTMLInputElement>;
}

/** A labelled text field; hint and error are tied to it for assistive technology. */
export function Field({ label, hint, error = null, ...rest }: FieldProps) {
  const id = useId();
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : ""].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        {...rest}
        id={id}
        className={classes(styles.input, error && styles.bad)}
        aria-invalid={error ? true : undefined}
        aria-describedby={described || undefined}
      />
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
    </div>
  );
}
