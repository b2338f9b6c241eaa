import type { ReactNode } from "react";
import styles from "./gate.module.css";

/** The page before the desk: one narrow column with one thing to do. */
export function Gate({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <main id="main" className={styles.gate}>
      <div className={styles.column}>
        <p className={styles.brand}>
          <img src="/favicon.svg" alt="" className={styles.mark} />
          Proofroom
        </p>
        <h1 className={styles.title}>{title}</h1>
        {text ? <p className={styles.text}>{text}</p> : null}
        <div className={styles.body}>{children}</div>
      </div>
    </main>
  );
}
