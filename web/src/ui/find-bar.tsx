import { Search } from "lucide-react";
import type { InputHTMLAttributes, ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./find-bar.module.css";
import { Icon } from "./icon";

/** The line above a list: what to find in it, and what else can be chosen there; full where that is much. */
export function FindBar({ isFull = false, children }: { isFull?: boolean; children: ReactNode }) {
  return <div className={classes(styles.bar, isFull && styles.full)}>{children}</div>;
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
