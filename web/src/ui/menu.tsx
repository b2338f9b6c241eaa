import { Menu as Base } from "@base-ui/react/menu";
import type { LucideIcon } from "lucide-react";
import { Check } from "lucide-react";
import type { ReactElement, ReactNode } from "react";
import { classes } from "@/lib/classes";
import styles from "./float.module.css";
import { Icon } from "./icon";
import { Keys } from "./keys";
import type { MenuContentProps } from "./lazy-menu";

interface MenuProps {
  trigger: ReactElement<Record<string, unknown>>;
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  onOpenChange?: (open: boolean) => void;
  /** Where the focus goes afterwards, if not back to the button. */
  finalFocus?: () => HTMLElement | null;
  children: ReactNode;
}

/** A menu that opens from a button. */
export function Menu(props: MenuProps) {
  const { trigger, align = "start", side = "bottom", onOpenChange, finalFocus, children } = props;
  return (
    <Base.Root {...(onOpenChange ? { onOpenChange } : {})}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} side={side} sideOffset={4} className={styles.layer}>
          <Base.Popup className={classes(styles.float, styles.menu)} {...(finalFocus ? { finalFocus } : {})}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface OpenMenuProps extends MenuContentProps {
  align?: "start" | "center" | "end";
  side?: "top" | "bottom" | "left" | "right";
  children: ReactNode;
}

/** The open menu of a LazyMenu; focus goes back to its button. */
export function OpenMenu({ anchor, onClose, align = "start", side = "bottom", children }: OpenMenuProps) {
  return (
    <Base.Root open onOpenChange={(open) => (open ? undefined : onClose())}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} side={side} sideOffset={4} className={styles.layer}>
          <Base.Popup className={classes(styles.float, styles.menu)} finalFocus={anchor}>
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

interface MenuItemProps {
  icon?: LucideIcon;
  keys?: string;
  detail?: ReactNode;
  disabled?: boolean;
  /** True when choosing it must not close the menu by itself. */
  keepOpen?: boolean;
  onClick?: () => unknown;
  /** A link to render instead of a button, so that it can be opened in a new tab. */
  link?: ReactElement<Record<string, unknown>>;
  children: ReactNode;
}

/** One thing to do in a menu. */
export function MenuItem(props: MenuItemProps) {
  const { icon, keys, detail, disabled = false, keepOpen = false, onClick, link, children } = props;
  return (
    <Base.Item
      className={styles.item}
      disabled={disabled}
      closeOnClick={!keepOpen}
      {...(onClick ? { onClick } : {})}
      {...(link ? { render: link } : {})}
    >
      {icon ? <Icon of={icon} /> : null}
      <span className={styles.grow}>{children}</span>
      {detail}
      {keys ? <Keys chord={keys} /> : null}
    </Base.Item>
  );
}

interface MenuChoiceProps<T extends string> {
  label: string;
  value: T | null;
  onChange: (value: T) => void;
  options: { value: T; label: ReactNode; detail?: ReactNode }[];
}

/** A group of a menu of which one is chosen. */
export function MenuChoice<T extends string>({ label, value, onChange, options }: MenuChoiceProps<T>) {
  return (
    <Base.Group>
      <Base.GroupLabel className={styles.label}>{label}</Base.GroupLabel>
      <Base.RadioGroup value={value} onValueChange={(next: T) => onChange(next)}>
        {options.map((option) => (
          <Base.RadioItem key={option.value} value={option.value} className={styles.item} closeOnClick>
            <span className={styles.grow}>{option.label}</span>
            {option.detail}
            <Base.RadioItemIndicator>
              <Icon of={Check} />
            </Base.RadioItemIndicator>
          </Base.RadioItem>
        ))}
      </Base.RadioGroup>
    </Base.Group>
  );
}

/** A line between parts of a menu. */
export function MenuRule() {
  return <Base.Separator className={styles.rule} />;
}
