/** Values of fields as a person writes and reads them. */
import { spellValue } from "@/lib/diff";

/** Return a value as a person would write it, to be read by `readValue` again. */
export function writeValue(value: unknown): string {
  const isList = Array.isArray(value) && value.every((item) => typeof item !== "object");
  const isWords = typeof value === "string" || value === null || value === undefined || isList;
  return isWords ? spellValue(value) : JSON.stringify(value, null, 2);
}

/** Return what a person wrote, as the kind of value it stands for; text stays text. */
export function readValue(text: string, like: unknown): unknown {
  if (typeof like === "string" || like === null || like === undefined) return text;
  if (Array.isArray(like) && like.every((item) => typeof item === "string")) {
    return text
      .split(",")
      .map((item) => item.trim())
      .filter(Boolean);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** Return a value's source line by line: text as it is, anything else as JSON. */
export function sourceLines(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return text.split("\n");
}

/** Return the fields of a whole entry in order, its text last. */
export function fieldsOf(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return [];
  const all = Object.entries(value);
  return [...all.filter(([name]) => name !== "body"), ...all.filter(([name]) => name === "body")];
}
