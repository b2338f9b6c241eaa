import { useId } from "react";
import styles from "./segment.module.css";

interface SegmentProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A few choices side by side, of which one holds. Arrow keys move between them. */
export function Segment<T extends string>({ label, value, options, onChange }: SegmentProps<T>) {
  const name = useId();
  return (
    <fieldset className={styles.segment}>
      <legend className="hidden-text">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles.choice}>
          <input
            type="radio"
            className="covering-input"
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          <span className={styles.text}>{option.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
