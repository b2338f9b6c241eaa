import type { ReactNode } from "react";
import styles from "../screen.module.css";

/** One setting: its name, and what it is. */
export function Setting({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={styles.setting}>
      <span className={styles.name}>{name}</span>
      {children}
    </div>
  );
}
