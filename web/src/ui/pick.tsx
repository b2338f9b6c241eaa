import { Select } from "@base-ui/react/select";
import { Check, ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import { buttonClass } from "./button";
import fields from "./field.module.css";
import styles from "./float.module.css";
import { Icon } from "./icon";

interface PickProps {
  label: string;
  value: string;
  options: { value: string; label: string }[];
  onChange: (value: string) => void;
  /** True when it stands in a form, as wide as the fields. */
  asField?: boolean;
  /** What the closed choice shows instead of the value. */
  face?: ReactNode;
  className?: string;
}

/** One of several values, chosen from a list that opens. */
export function Pick({ label, value, options, onChange, asField = false, face, className }: PickProps) {
  const usual = asField ? classes(buttonClass(), fields.pick) : buttonClass("quiet");
  return (
    <Select.Root items={options} value={value} onValueChange={(next) => onChange(next ?? "")}>
      <Select.Trigger className={className ?? usual} aria-label={label}>
        {face ?? <Select.Value />}
        <Select.Icon className={styles.glyph}>
          <Icon of={ChevronDown} tone="muted" />
        </Select.Icon>
      </Select.Trigger>
      <Select.Portal>
        <Select.Positioner sideOffset={4} align="end" alignItemWithTrigger={false} className={styles.choices}>
          <Select.Popup className={classes(styles.float, styles.menu)}>
            <Select.List>
              {options.map((option) => (
                <Select.Item key={option.value} value={option.value} className={styles.item}>
                  <Select.ItemText className={styles.grow}>{option.label}</Select.ItemText>
                  <Select.ItemIndicator>
                    <Icon of={Check} />
                  </Select.ItemIndicator>
                </Select.Item>
              ))}
            </Select.List>
          </Select.Popup>
        </Select.Positioner>
      </Select.Portal>
    </Select.Root>
  );
}

/** A choice in a form, with its label above. */
export function PickField(props: Omit<PickProps, "asField">) {
  return (
    <div className={fields.field}>
      <span className={fields.label}>{props.label}</span>
      <Pick {...props} asField />
    </div>
  );
}
