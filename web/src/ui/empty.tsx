import type { ReactNode } from "react";
import styles from "./empty.module.css";

interface EmptyProps {
  title: string;
  children?: ReactNode;
  /** A command that can be typed now. */
  command?: string;
  actions?: ReactNode;
}

/** An empty place, as an instruction: what belongs here and the exact way to get it. */
export function Empty({ title, children, command, actions }: EmptyProps) {
  return (
    <div className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      {children ? <div className={styles.text}>{children}</div> : null}
      {command ? <pre className={styles.command}>{command}</pre> : null}
      {actions ? <div className={styles.actions}>{actions}</div> : null}
    </div>
  );
}
