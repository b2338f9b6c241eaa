import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./split.module.css";

interface SplitProps {
  list: ReactNode;
  detail: ReactNode;
  /** True when something is chosen; on a phone only that is shown then. */
  hasDetail: boolean;
}

/** A list and, at its side, what is chosen in it; one after the other on a phone. */
export function Split({ list, detail, hasDetail }: SplitProps) {
  return (
    <div className={classes(styles.split, hasDetail && styles.hasDetail)}>
      <div className={styles.list}>{list}</div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={styles.detail} tabIndex={0}>
        {detail}
      </div>
    </div>
  );
}

/** The classes of a row in the list: a link, with a second line of small words. */
export const row = {
  link: classes(styles.row),
  name: classes(styles.name),
  note: classes(styles.note),
  back: classes(styles.back),
} as const;
