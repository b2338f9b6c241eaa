import { classes } from "@/lib/classes";
import styles from "./meter.module.css";

export type MeterLevel = "calm" | "filling" | "full";

/** Return how a share of the window should look: amber from 75 %, red from 90 %. */
export function meterLevel(share: number): MeterLevel {
  if (share >= 0.9) return "full";
  return share >= 0.75 ? "filling" : "calm";
}

interface MeterProps {
  label: string;
  /** What is read out: "82k of 200k". */
  text: string;
  used: number;
  of: number;
  /** True for work that goes on: that it is nearly done warns of nothing. */
  isProgress?: boolean;
}

/** A thin bar that shows how much of something is used, or done. */
export function Meter({ label, text, used, of, isProgress = false }: MeterProps) {
  const share = of > 0 ? Math.min(1, used / of) : 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: the native meter cannot be drawn as a thin bar everywhere
    <span
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={of}
      aria-valuenow={Math.min(used, of)}
      aria-valuetext={text}
      title={text}
      className={styles.track}
    >
      <span
        className={classes(styles.used, isProgress ? styles.going : styles[meterLevel(share)])}
        style={{ inlineSize: `${share * 100}%` }}
      />
    </span>
  );
}
