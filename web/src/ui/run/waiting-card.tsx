import { FileDiff } from "lucide-react";
import { Icon } from "../icon";
import styles from "./waiting-card.module.css";

/** A change card of which nothing is known yet: it has the rows a card has, so that what stands below stays. */
export function WaitingCard() {
  return (
    <section className={styles.card} aria-busy="true">
      <div className={styles.head}>
        <Icon of={FileDiff} tone="muted" />
      </div>
      <div className={styles.change} />
      <div className={styles.foot} />
    </section>
  );
}
