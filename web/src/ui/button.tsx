import { LoaderCircle, type LucideIcon } from "lucide-react";
import type { ButtonHTMLAttributes, ReactNode, Ref } from "react";
import { classes } from "@/lib/classes";
import { type Press, usePress } from "@/lib/use-press";
import styles from "./button.module.css";
import { Icon } from "./icon";
import { Keys } from "./keys";

export type ButtonLook = "usual" | "primary" | "quiet" | "danger";

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, "onClick"> {
  look?: ButtonLook;
  small?: boolean;
  icon?: LucideIcon;
  keys?: string;
  /** What it does; while the promise it returns is pending, it is busy. */
  onClick?: Press;
  /** True while what it does is under way; it keeps its width and cannot be pressed again. */
  busy?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children: ReactNode;
}

/** The class names of a button, for links that look like one. */
export function buttonClass(look: ButtonLook = "usual", small = false): string {
  return classes(styles.button, styles[look], small && styles.small);
}

/** A button with a verb on it. */
export function Button({
  look = "usual",
  small = false,
  icon,
  keys,
  busy = false,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const { press, isPending } = usePress(onClick);
  const isBusy = busy || isPending;
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass(look, small), rest.className)}
      onClick={press}
      aria-busy={isBusy || undefined}
      disabled={rest.disabled || isBusy}
    >
      {isBusy ? <Icon of={LoaderCircle} turning /> : icon ? <Icon of={icon} /> : null}
      {children}
      {keys ? <Keys chord={keys} /> : null}
    </button>
  );
}
