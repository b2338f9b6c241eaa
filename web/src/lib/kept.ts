/** Unsaved work: kept in this browser, under a name, until it is sent or discarded. */
import { useState } from "react";

const PREFIX = "proofroom.form/";

/** Return what was kept under a name; null where nothing was, or it cannot be read. */
export function readKept(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(PREFIX + name) ?? "null");
  } catch {
    return null;
  }
}

/** Keep something under a name; null forgets it. */
export function writeKept(name: string, value: unknown): void {
  try {
    if (value === null) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify(value));
  } catch {
    // Storage is full or closed: the work stays as long as the page does.
  }
}

/** State that survives a reload as long as it differs from what it began with; once sent, forget it. */
export function useKeptState<Value>(
  name: string,
  initial: Value,
): [value: Value, change: (value: Value) => void, forget: () => void] {
  const [value, setValue] = useState<Value>(() => (readKept(name) as Value | null) ?? initial);
  const change = (next: Value) => {
    setValue(next);
    writeKept(name, JSON.stringify(next) === JSON.stringify(initial) ? null : next);
  };
  return [value, change, () => writeKept(name, null)];
}
