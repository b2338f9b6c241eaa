import { shown } from "@/lib/keyboard";
import styles from "./keys.module.css";

/** A chord as keys: `Ctrl K`, `g` `i`. */
export function Keys({ chord }: { chord: string }) {
  return (
    <span className={styles.keys} aria-hidden="true">
      {chord.split(" ").map((press) => (
        <kbd key={press} className={styles.key}>
          {shown(press)}
        </kbd>
      ))}
    </span>
  );
}
