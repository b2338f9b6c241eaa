import { GitBranch } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./branch-chip.module.css";
import { Icon } from "./icon";

/** The class name of what holds a BranchFace: a text, a link, or a button that opens a choice. */
export const chipClass = classes(styles.chip);

interface BranchFaceProps {
  name: string;
  /** Where it would be merged. */
  into?: string;
  notes: readonly ReactNode[];
}

/** A branch's own name, without the long way to it, and a few words on how it stands. */
export function BranchFace({ name, into, notes }: BranchFaceProps) {
  return (
    <>
      <Icon of={GitBranch} size="small" />
      <span className={styles.name}>{name.split("/").at(-1)}</span>
      {into ? <span className={styles.note}>→ {into}</span> : null}
      {notes.map((note, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the words have no other name, and keep their order
        <span key={at} className={styles.note}>
          · {note}
        </span>
      ))}
    </>
  );
}
