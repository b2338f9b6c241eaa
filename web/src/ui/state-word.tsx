import type { LucideIcon } from "lucide-react";
import {
  Ban,
  Check,
  CircleAlert,
  CircleDashed,
  CirclePause,
  CircleX,
  LoaderCircle,
  TriangleAlert,
  X,
} from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import { Icon } from "./icon";
import styles from "./state-word.module.css";

export type StateTone =
  | "running"
  | "good"
  | "done"
  | "waiting"
  | "paused"
  | "finding"
  | "failed"
  | "risk"
  | "rejected"
  | "stopped";

const GLYPHS: Record<StateTone, LucideIcon> = {
  running: LoaderCircle,
  good: Check,
  done: Check,
  waiting: CircleDashed,
  paused: CirclePause,
  finding: CircleAlert,
  failed: CircleX,
  risk: TriangleAlert,
  rejected: X,
  stopped: Ban,
};

/** A state as a glyph and a word. Colour only where it asks for attention, and never alone. */
export function StateWord({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className={classes(styles.state, styles[tone])}>
      <Icon of={GLYPHS[tone]} size="small" />
      {children}
    </span>
  );
}
