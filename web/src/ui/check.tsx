import type { InputHTMLAttributes, ReactNode } from "react";
import styles from "./field.module.css";

interface CheckProps extends Omit<InputHTMLAttributes<HTMLInputElement>, "type"> {
  children: ReactNode;
}

/** A box to tick, with its words. */
export function Check({ children, ...rest }: CheckProps) {
  return (
    <label className={styles.check}>
      <input {...rest} type="checkbox" />
      {children}
    </label>
  );
}
