import {
  type FormEvent,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from "react";
import { Button } from "@/ui/button";
import styles from "./rich.module.css";

interface LineFormProps {
  label: string;
  value: string;
  /** The verb of the button that takes the line. */
  verb: string;
  inputMode?: "url" | "text";
  autoFocus?: boolean;
  onSend: (value: string) => void;
  onClose: () => void;
  children?: ReactNode;
}

/** One line to fill in under the tools: an address, a description. Escape leaves it. */
export function LineForm({
  label,
  value,
  verb,
  inputMode = "text",
  autoFocus = false,
  onSend,
  onClose,
  children,
}: LineFormProps) {
  const id = useId();
  const [text, setText] = useState(value);
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (autoFocus) box.current?.focus();
  }, [autoFocus]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend(text);
  };
  const leave = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.preventDefault();
    onClose();
  };
  return (
    <form className={styles.line} onSubmit={send}>
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        ref={box}
        inputMode={inputMode}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={leave}
      />
      <Button small type="submit">
        {verb}
      </Button>
      {children}
    </form>
  );
}
