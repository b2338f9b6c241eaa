import { Search } from "lucide-react";
import type { InputHTMLAttributes, ReactNode } from "react";
import styles from "./find-bar.module.css";
import { Icon } from "./icon";

/** The line above a list: what to find in it, and what else can be chosen there. */
export function FindBar({ children }: { children: ReactNode }) {
  return <div className={styles.bar}>{children}</div>;
}

interface FindBoxProps extends InputHTMLAttributes<HTMLInputElement> {
  /** What is searched, for assistive technology. */
  label: string;
}

/** A box to write in what is looked for. */
export function FindBox({ label, ...rest }: FindBoxProps) {
  return (
    <label className={styles.find}>
      <Icon of={Search} tone="muted" size="small" />
      <input {...rest} type="search" className={styles.query} aria-label={label} />
    </label>
  );
}
