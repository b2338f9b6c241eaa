import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode, RefObject } from "react";
import { classes } from "@/lib/classes";
import styles from "./float.module.css";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  wide?: boolean;
  /** Where the focus goes afterwards, if not back to where it was. */
  finalFocus?: RefObject<HTMLElement | null>;
  children: ReactNode;
}

/** A dialog with a title. Escape and a click beside it close it; focus goes back to where it was. */
export function Dialog({ open, onOpenChange, title, wide = false, finalFocus, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup
          className={classes(styles.float, styles.dialog, wide && styles.wide)}
          {...(finalFocus ? { finalFocus } : {})}
        >
          <Base.Title className={styles.title}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
