import { Dialog as Base } from "@base-ui/react/dialog";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import { Button } from "./button";
import styles from "./float.module.css";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: string;
  wide?: boolean;
  children: ReactNode;
}

/** A dialog with a title. Escape and a click beside it close it; focus goes back to where it was. */
export function Dialog({ open, onOpenChange, title, wide = false, children }: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={onOpenChange}>
      <Base.Portal>
        <Base.Backdrop className={styles.veil} />
        <Base.Popup className={classes(styles.float, styles.dialog, wide && styles.wide)}>
          <Base.Title className={styles.title}>{title}</Base.Title>
          {children}
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names the object: "Delete branch cr/stork-old". */
  title: string;
  /** Names the consequence. */
  text: string;
  keep: string;
  act: string;
  onAct: () => void;
}

/** A question before something that cannot be undone. Keeping is the first choice. */
export function Confirm({ open, onClose, title, text, keep, act, onAct }: ConfirmProps) {
  return (
    <Dialog open={open} onOpenChange={(next) => (next ? undefined : onClose())} title={title}>
      <Base.Description className={styles.text}>{text}</Base.Description>
      <div className={styles.actions}>
        <Button onClick={onClose}>{keep}</Button>
        <Button look="danger" onClick={onAct}>
          {act}
        </Button>
      </div>
    </Dialog>
  );
}
