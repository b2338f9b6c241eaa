import { useEffect, useState } from "react";
import styles from "./skeleton.module.css";

/** Tell whether a wait is long enough to be shown: nothing for 200 ms, then for at least 300 ms. */
export function useSlow(waiting: boolean): boolean {
  const [shownAt, setShownAt] = useState<number | null>(null);
  useEffect(() => {
    if (waiting && shownAt === null) {
      const timer = setTimeout(() => setShownAt(Date.now()), 200);
      return () => clearTimeout(timer);
    }
    if (!waiting && shownAt !== null) {
      const left = Math.max(0, shownAt + 300 - Date.now());
      const timer = setTimeout(() => setShownAt(null), left);
      return () => clearTimeout(timer);
    }
    return undefined;
  }, [waiting, shownAt]);
  return shownAt !== null;
}

const WIDTHS = ["62%", "48%", "71%", "55%", "66%", "43%"];

/** Rows with the height of the real ones, while they load. */
export function SkeletonRows({ rows, label }: { rows: number; label: string }) {
  return (
    <div role="status" aria-label={label}>
      {Array.from({ length: rows }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows are all alike
        <div key={index} className={styles.row}>
          <span className={styles.glyph} />
          <span className={styles.bar} style={{ inlineSize: WIDTHS[index % WIDTHS.length] }} />
        </div>
      ))}
    </div>
  );
}
