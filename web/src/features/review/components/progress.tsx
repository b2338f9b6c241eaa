import { classes } from "@/lib/classes";
import { useDesk } from "../desk";
import styles from "./progress.module.css";

const MOST = 24;

/** How far the review is: one stroke per change while they can be told apart, else three parts of a bar. */
export function Progress() {
  const { review, current } = useDesk();
  const { changes } = review;
  if (changes.length <= MOST) {
    return (
      <span className={styles.bar} aria-hidden="true">
        {changes.map((change) => (
          <span
            key={change.id}
            className={classes(
              styles.stroke,
              styles[change.state],
              change.id === current?.id && change.state === "open" && styles.current,
            )}
          />
        ))}
      </span>
    );
  }
  const count = (state: string) => changes.filter((change) => change.state === state).length;
  return (
    <span className={styles.bar} aria-hidden="true">
      {(["accepted", "rejected", "open"] as const).map((state) => (
        <span
          key={state}
          className={classes(styles.part, styles[state])}
          style={{ flexGrow: count(state) }}
        />
      ))}
    </span>
  );
}
