/** A content model being made or changed, on plain data: fields in order, and what has to be sent. */
import type { ModelSave } from "@/api/schema";
import { same } from "./model";

type Json = Record<string, unknown>;

export const KINDS = ["collection", "document", "singleton", "dictionary"] as const;

export const FIELD_TYPES = [
  "string",
  "text",
  "markdown",
  "richtext",
  "slug",
  "number",
  "integer",
  "decimal",
  "percent",
  "rating",
  "boolean",
  "date",
  "datetime",
  "select",
  "relation",
  "relations",
  "image",
  "video",
  "file",
  "email",
  "url",
  "phone",
  "color",
  "icon",
  "code",
  "array",
  "object",
] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

export interface ShapeField {
  /** Its name in files; it cannot change once entries have it. */
  name: string;
  isNew: boolean;
  raw: Json;
}

export interface Shape {
  id: string;
  name: string;
  kind: (typeof KINDS)[number];
  domain: string;
  i18n: boolean;
  description: string;
  titleField: string;
  fields: ShapeField[];
}

/** Return a model as its file defines it, with its fields in order. */
export function shapeOf(raw: Json): Shape {
  return {
    id: String(raw.id ?? ""),
    name: String(raw.name ?? raw.id ?? ""),
    kind: (raw.kind ?? "collection") as Shape["kind"],
    domain: String(raw.domain ?? ""),
    i18n: raw.i18n === true,
    description: String(raw.description ?? ""),
    titleField: String(raw.title_field ?? ""),
    fields: fieldsOf(raw.fields),
  };
}

/** Return definitions by name as a list in their order. */
export function fieldsOf(raw: unknown): ShapeField[] {
  const place = ({ raw: { order } }: ShapeField) => Number(order ?? Number.POSITIVE_INFINITY);
  return Object.entries((raw ?? {}) as Record<string, Json>)
    .map(([name, field]) => ({ name, isNew: false, raw: field }))
    .sort((a, b) => place(a) - place(b));
}

/** Return a list of definitions by name, each with its place in the order. */
export function rawFields(fields: readonly ShapeField[]): Record<string, Json> {
  return Object.fromEntries(
    fields.filter(({ name }) => name).map(({ name, raw }, index) => [name, { ...raw, order: index + 1 }]),
  );
}

/** Return a model that does not exist yet. */
export function newShape(domain: string): Shape {
  const title = { name: "title", isNew: true, raw: { type: "string", required: true, label: "Title" } };
  return {
    id: "",
    name: "",
    kind: "collection",
    domain,
    i18n: true,
    description: "",
    titleField: "title",
    fields: [title],
  };
}

/** Return what has to be sent so that a model has this shape; a key that was taken away is null. */
export function saveOf(before: Shape | null, after: Shape): ModelSave {
  const old = rawFields(before?.fields ?? []);
  const now = rawFields(after.fields);
  const fields: Record<string, Json> = {};
  for (const [name, field] of Object.entries(now)) {
    const known = old[name];
    if (!known || !same(known, field)) fields[name] = { ...gone(known ?? {}, field), ...field };
  }
  return {
    name: after.name,
    kind: after.kind,
    domain: after.domain,
    i18N: after.i18n,
    ...(after.description || before?.description ? { description: after.description } : {}),
    ...(after.titleField ? { titleField: after.titleField } : {}),
    ...(after.kind === "dictionary" ? {} : { fields }),
    removeFields: Object.keys(old).filter((name) => !(name in now)),
  };
}

function gone(before: Json, after: Json): Json {
  return Object.fromEntries(
    Object.keys(before)
      .filter((key) => !(key in after))
      .map((key) => [key, null]),
  );
}

const TEXT = new Set<string>(["string", "text", "markdown", "richtext", "slug", "code", "phone"]);
const NUMBERS = new Set<string>(["number", "integer", "decimal", "percent", "rating"]);
const MEDIA = new Set<string>(["image", "video", "file"]);

/** Return the rules that mean something for a type. */
export function rulesFor(type: string): Set<string> {
  const rules = new Set(["required", "description"]);
  if (TEXT.has(type) || NUMBERS.has(type) || type === "array" || type === "relations") {
    rules.add("min").add("max");
  }
  if (TEXT.has(type) || NUMBERS.has(type) || type === "email" || type === "url") rules.add("unique");
  if (TEXT.has(type)) rules.add("pattern");
  if (type === "select") rules.add("options");
  if (type === "relation" || type === "relations") rules.add("model");
  if (MEDIA.has(type)) rules.add("accept").add("maxSize");
  if (type === "array") rules.add("items");
  if (type === "object") rules.add("fields");
  return rules;
}

const ALWAYS = new Set(["type", "label", "order"]);

/** Return a definition with another type, without the rules that mean nothing there. */
export function retyped(raw: Json, type: FieldType): Json {
  const rules = rulesFor(type);
  const kept = Object.entries(raw).filter(([key]) => ALWAYS.has(key) || rules.has(key));
  return {
    ...Object.fromEntries(kept),
    type,
    ...(type === "select" && !raw.options ? { options: ["one", "two"] } : {}),
    ...(type === "array" && !raw.items ? { items: { type: "string" } } : {}),
  };
}

/** Return a definition with a rule set, or taken away with an empty value. */
export function withRule(raw: Json, key: string, value: unknown): Json {
  const { [key]: _, ...rest } = raw;
  const isEmpty = value === null || value === "" || value === false || value === undefined;
  return isEmpty ? rest : { ...rest, [key]: value };
}

/** Return a definition with its label in the reader's language; labels in other languages stay. */
export function withLabel(raw: Json, language: string, text: string): Json {
  const { label } = raw;
  if (typeof label === "object" && label !== null) return { ...raw, label: { ...label, [language]: text } };
  return { ...raw, label: text };
}

/** Return a name for files made of words: `Reading minutes` gives `reading_minutes`. */
export function nameOfLabel(label: string): string {
  return plain(label)
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^[_\d]+|_+$/g, "");
}

/** Return an id made of words: `Site pages` gives `site-pages`. */
export function idOfName(name: string): string {
  return plain(name)
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^[-\d]+|-+$/g, "");
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "");
}

/** Return a list with one member moved by one place. */
export function moved<T>(list: readonly T[], index: number, by: 1 | -1): T[] {
  const [from, to] = [list[index], list[index + by]];
  if (from === undefined || to === undefined) return [...list];
  return list.with(index, to).with(index + by, from);
}
