import { GitBranch } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { branchWords } from "@/lib/branch";
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

/** A branch in words, its whole name on pointing at it, and how it stands. */
export function BranchFace({ name, into, notes }: BranchFaceProps) {
  const { t, i18n } = useTranslation();
  return (
    <>
      <Icon of={GitBranch} size="small" />
      <span className={styles.name} title={name}>
        {branchWords(name, t, i18n.language)}
      </span>
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
