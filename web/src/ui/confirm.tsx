import { Dialog as Base } from "@base-ui/react/dialog";
import type { RefObject } from "react";
import { Button } from "./button";
import { Dialog } from "./dialog";
import styles from "./float.module.css";

interface ConfirmProps {
  open: boolean;
  onClose: () => void;
  /** Names the object: "Delete branch cr/stork-old". */
  title: string;
  /** Names the consequence. */
  text: string;
  keep: string;
  act: string;
  onAct: () => unknown;
  finalFocus?: RefObject<HTMLElement | null>;
}

/** A question before something that cannot be undone. Keeping is the first choice. */
export default function Confirm({ open, onClose, title, text, keep, act, onAct, finalFocus }: ConfirmProps) {
  return (
    <Dialog
      open={open}
      onOpenChange={(next) => (next ? undefined : onClose())}
      title={title}
      {...(finalFocus ? { finalFocus } : {})}
    >
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
