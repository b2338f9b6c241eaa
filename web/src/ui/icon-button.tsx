import type { LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, Ref } from "react";
import { classes } from "@/lib/classes";
import { type Press, usePress } from "@/lib/use-press";
import { Icon } from "./icon";
import styles from "./icon-button.module.css";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> {
  icon: LucideIcon;
  /** What it does: its accessible name and its tooltip. */
  name: string;
  /** What it does; while the promise it returns is pending, it cannot be pressed. */
  onClick?: Press;
  keys?: string;
  small?: boolean;
  side?: "top" | "bottom" | "left" | "right";
  ref?: Ref<HTMLButtonElement>;
}

/** A button that shows only an icon; its name is in the tooltip and for assistive technology. */
export function IconButton({ icon, name, keys, small = false, side, onClick, ...rest }: IconButtonProps) {
  const { press, isPending } = usePress(onClick);
  return (
    <Tooltip text={name} {...(keys ? { keys } : {})} {...(side ? { side } : {})}>
      <button
        type="button"
        {...rest}
        onClick={press}
        disabled={rest.disabled || isPending}
        aria-label={name}
        className={classes(styles.button, small && styles.small, rest.className)}
      >
        <Icon of={icon} size={small ? "small" : "usual"} />
      </button>
    </Tooltip>
  );
}
