import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./tabs.module.css";

/** Links to the views of a page; the current one is marked. Each view has an address of its own. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** The class name of a link in TabLinks. */
export const tabClass = classes(styles.tab);
