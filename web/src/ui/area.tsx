import { type Ref, type TextareaHTMLAttributes, useId } from "react";
import { classes } from "@/lib/classes";
import styles from "./field.module.css";

interface AreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  label: string;
  hint?: string;
  ref?: Ref<HTMLTextAreaElement>;
}

/** A labelled field for several lines. */
export function Area({ label, hint, ...rest }: AreaProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <textarea
        {...rest}
        id={id}
        className={classes(styles.input, styles.area)}
        aria-describedby={hint ? `${id}-hint` : undefined}
      />
      {hint ? (
        <p className={styles.hint} id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
    </div>
  );
}
