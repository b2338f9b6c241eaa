import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./notice.module.css";

interface NoticeProps {
  tone: "caution" | "danger" | "plain";
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** True when it appears because of what the person just did, and must be read out at once. */
  alert?: boolean;
}

/** Something to know, beside a bar: what happened, what was kept, what to do next. */
export function Notice({ tone, title, children, actions, alert = false }: NoticeProps) {
  return (
    <div className={classes(styles.notice, styles[tone])} role={alert ? "alert" : undefined}>
      <p className={styles.title}>{title}</p>
      {children}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
