import { classes } from "@/lib/classes";
import styles from "./table.module.css";

/** The class of a table of rows: one line each, a hair line between them. */
export const tableClass = classes(styles.table);

/** The classes of cells: figures stand at the end, `wide` is left out on a phone, `fill` takes the rest. */
export const cell = {
  number: classes(styles.number),
  muted: classes(styles.muted),
  wide: classes(styles.wide),
  fill: classes(styles.fill),
  wrap: classes(styles.wrap),
  actions: classes(styles.actions),
  group: classes(styles.group),
  total: classes(styles.total),
} as const;
