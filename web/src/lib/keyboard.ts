/** Chords like `Mod+K`, `g i` or `?`: how they are written, matched and shown. */

export interface KeyPress {
  key: string;
  code?: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
}

/** Tell whether this machine's main modifier is Command. */
export function isMac(): boolean {
  return typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);
}

/** Return the written form of a key press: `Mod+j`, `Shift+Enter`, `?`, `g`. */
export function pressed(event: KeyPress, mac = isMac()): string {
  const parts: string[] = [];
  if (mac ? event.metaKey : event.ctrlKey) parts.push("Mod");
  if (event.altKey) parts.push("Alt");
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  // A printable sign already says that Shift was down (`?`), a named key or a letter does not.
  if (event.shiftKey && (event.key.length > 1 || /[a-z]/i.test(event.key))) parts.push("Shift");
  parts.push(key);
  return parts.join("+");
}

/** Return the written form of a chord with its letters in lower case, for comparison. */
export function normalise(chord: string): string {
  return chord
    .split(" ")
    .map((press) =>
      press.replace(/(^|\+)([A-Z])$/, (_, before: string, key: string) => before + key.toLowerCase()),
    )
    .join(" ");
}

/** Return the keys of a chord as a person reads them on this machine. */
export function shown(chord: string, mac = isMac()): string {
  return chord
    .split(" ")
    .map((press) =>
      press
        .split("+")
        .map((key) => (key === "Mod" ? (mac ? "⌘" : "Ctrl") : key === "Shift" && mac ? "⇧" : key))
        .join(" "),
    )
    .join(" ");
}

/** Tell whether keys typed into this element are text, so that plain letters must not act. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable) return true;
  if (target instanceof HTMLInputElement) {
    return !["button", "checkbox", "radio", "submit", "range"].includes(target.type);
  }
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
}
