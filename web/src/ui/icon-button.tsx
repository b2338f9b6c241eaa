import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { classes } from "@/lib/classes";
import { Icon } from "./icon";
import styles from "./icon-button.module.css";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: LucideIcon;
  /** What it does: its accessible name and its tooltip. */
  name: string;
  keys?: string;
  small?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon; its name is in the tooltip and for assistive technology. */
export function IconButton({ icon, name, keys, small = false, side, ...rest }: IconButtonProps) {
  return (
    <Tooltip text={name} {...(keys ? { keys } : {})} {...(side ? { side } : {})}>
      <button
        type="button"
        {...rest}
        aria-label={name}
        className={classes(styles.button, small && styles.small, rest.className)}
      >
        <Icon of={icon} size={small ? "small" : "usual"} />
      </button>
    </Tooltip>
  );
}
