/** What is typed into a form that takes a while to write: kept in this browser until it is sent. */
import { type RefObject, useEffect, useState } from "react";
import { readKept, writeKept } from "./kept";

type Control = HTMLInputElement | HTMLTextAreaElement;

interface KeptForm {
  /** True when something stands there that was not sent. */
  isKept: boolean;
  keep: () => void;
  forget: () => void;
}

/** Put back what was typed under a name before, and keep what is typed now; secrets are never kept. */
export function useKeptForm(form: RefObject<HTMLFormElement | null>, name: string | undefined): KeptForm {
  const [isKept, setKept] = useState(false);
  useEffect(() => {
    if (!form.current || !name) return;
    const kept = read(name);
    for (const control of controlsOf(form.current)) {
      const value = kept[control.name];
      if (value === undefined) continue;
      if (isBox(control)) control.checked = value === "on";
      else control.value = value;
    }
    setKept(Object.keys(kept).length > 0);
  }, [form, name]);
  const keep = () => {
    if (!form.current || !name) return;
    const typed = controlsOf(form.current).filter(isTyped);
    setKept(typed.length > 0);
    write(name, Object.fromEntries(typed.map((control) => [control.name, typedIn(control)])));
  };
  const forget = () => {
    if (name) write(name, {});
    setKept(false);
  };
  return { isKept, keep, forget };
}

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (one): one is Control =>
      (one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement) &&
      one.name !== "" &&
      !["password", "hidden", "radio", "file"].includes(one.type),
  );
}

function isBox(control: Control): control is HTMLInputElement {
  return control.type === "checkbox";
}

function isTyped(control: Control): boolean {
  return isBox(control) ? control.checked !== control.defaultChecked : control.value !== control.defaultValue;
}

function typedIn(control: Control): string {
  if (isBox(control)) return control.checked ? "on" : "off";
  return control.value;
}

function read(name: string): Record<string, string> {
  const kept = readKept(name);
  return typeof kept === "object" && kept !== null ? (kept as Record<string, string>) : {};
}

function write(name: string, values: Record<string, string>): void {
  writeKept(name, Object.keys(values).length > 0 ? values : null);
}
