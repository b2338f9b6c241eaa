/** The fields of a type while a person writes them. */
import type { FieldDef } from "@/api/schema";
import { slugOf } from "@/lib/slug";

export const KINDS = [
  "text",
  "longText",
  "number",
  "boolean",
  "date",
  "select",
  "multiSelect",
  "url",
  "email",
  "list",
] as const;

export interface FieldDraft {
  id: number;
  /** Empty until it is kept: then it is made of the name, and stays when the name changes. */
  key: string;
  label: string;
  type: (typeof KINDS)[number];
  /** Its choices, with commas between. */
  options: string;
  instructions: string;
  review: boolean;
  /** What was known of it before. */
  before: FieldDef | null;
}

/** Tell whether a field of a kind has choices. */
export function hasOptions(type: FieldDraft["type"]): boolean {
  return type === "select" || type === "multiSelect";
}

/** Return fields as a person writes them. */
export function draftsOf(fields: readonly FieldDef[]): FieldDraft[] {
  return fields.map((field, id) => ({
    id,
    key: field.key,
    label: field.label || field.key,
    type: field.type ?? "text",
    options: (field.options ?? []).join(", "),
    instructions: field.instructions ?? "",
    review: field.review ?? false,
    before: field,
  }));
}

/** Return a field that is added to others. */
export function emptyDraft(others: readonly FieldDraft[]): FieldDraft {
  const id = Math.max(-1, ...others.map((one) => one.id)) + 1;
  return { id, key: "", label: "", type: "text", options: "", instructions: "", review: false, before: null };
}

/** Return the fields that are to be kept; a new one gets a key that no other has. */
export function fieldsOf(drafts: readonly FieldDraft[]): FieldDef[] {
  const kept = new Set(drafts.map(({ key }) => key));
  const taken = new Set([...kept, "id", "title"]); // every record has these beside its fields
  return drafts.map(({ before, key, label, type, options, instructions, review }) => {
    const own = key || freeKey(label, taken);
    taken.add(own);
    const parts = options.split(",").map((one) => one.trim());
    return {
      ...before,
      key: own,
      label,
      type,
      instructions,
      review,
      options: hasOptions(type) ? [...new Set(parts.filter(Boolean))] : [],
      // What waited for a field that is gone waits for it no more.
      dependsOn: (before?.dependsOn ?? []).filter((one) => kept.has(one)),
    };
  });
}

/** Return the names of fields whose values would go with them. */
export function losses(fields: readonly FieldDef[], drafts: readonly FieldDraft[]): string[] {
  const kept = new Set(drafts.map(({ key }) => key));
  return fields.filter(({ key }) => !kept.has(key)).map(({ key, label }) => label || key);
}

function freeKey(label: string, taken: ReadonlySet<string>): string {
  const words = slugOf(label).split("-").filter(Boolean);
  const [first = "field", ...rest] = words;
  const made = [first, ...rest.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join("");
  const own = /^[a-z]/.test(made) ? made.slice(0, 70) : `f${made}`.slice(0, 70);
  let key = own;
  for (let number = 2; taken.has(key); number++) key = `${own}${number}`;
  return key;
}
