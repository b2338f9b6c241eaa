import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";
import styles from "./float.module.css";
import { Keys } from "./keys";

interface TooltipProps {
  text: string;
  keys?: string;
  side?: "top" | "bottom" | "left" | "right";
  children: ReactElement<Record<string, unknown>>;
}

/** The name of an icon button, shown on hover and focus. */
export function Tooltip({ text, keys, side = "bottom", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className={styles.layer}>
          <Base.Popup className={styles.tip}>
            {text}
            {keys ? <Keys chord={keys} /> : null}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
