/** Content models and entries on plain data: fields in order, what a person changed, who was faster. */
import { spellField, wordsIn } from "@/lib/labels";

type Json = Record<string, unknown>;

export interface FieldDef {
  name: string;
  type: string;
  label: string;
  hint: string;
  required: boolean;
  options: string[];
  /** The models a relation may point at. */
  targets: string[];
  fields: FieldDef[];
  items: FieldDef | null;
}

export interface ModelDef {
  id: string;
  name: string;
  kind: "singleton" | "collection" | "document" | "dictionary";
  i18n: boolean;
  titleField: string;
  fields: FieldDef[];
  /** The definition as its file has it. */
  raw: Json;
}

/** Return a model as its file defines it, with its fields in order and labels in the reader's language. */
export function readModel(raw: Json, language: string): ModelDef {
  const kind = raw.kind as ModelDef["kind"];
  return {
    id: String(raw.id),
    name: String(raw.name ?? raw.id),
    kind,
    i18n: raw.i18n === true,
    titleField: String(raw.title_field ?? "title"),
    fields: readFields(raw.fields, language),
    raw,
  };
}

function readFields(raw: unknown, language: string): FieldDef[] {
  const all = Object.entries((raw ?? {}) as Record<string, Json>);
  const order = ([, field]: [string, Json]) => Number(field.order ?? Number.POSITIVE_INFINITY);
  return all.sort((a, b) => order(a) - order(b)).map(([name, field]) => readField(name, field, language));
}

function readField(name: string, raw: Json, language: string): FieldDef {
  const { model, items } = raw;
  return {
    name,
    type: String(raw.type ?? "string"),
    label: wordsIn(raw.label, language) || spellField(name),
    hint: wordsIn(raw.description, language),
    required: raw.required === true,
    options: Array.isArray(raw.options) ? raw.options.map(optionName) : [],
    targets: Array.isArray(model) ? model.map(String) : typeof model === "string" ? [model] : [],
    fields: readFields(raw.fields, language),
    items: itemsOf(items, language),
  };
}

function itemsOf(items: unknown, language: string): FieldDef | null {
  if (typeof items === "string") return readField("", { type: items }, language);
  return typeof items === "object" && items !== null ? readField("", items as Json, language) : null;
}

function optionName(option: unknown): string {
  return typeof option === "object" && option !== null ? String((option as Json).value) : String(option);
}

/** Tell whether two values say the same. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

/** Return the fields that differ, with their new values; null where one was taken away. */
export function changesOf(before: Json, after: Json): Json {
  const changed: Json = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    if (!same(before[name], after[name])) changed[name] = after[name] ?? null;
  }
  return changed;
}

/** Return the fields that somebody else changed meanwhile and that are changed here too, in another way. */
export function contested(before: Json, now: Json, after: Json): string[] {
  const mine = changesOf(before, after);
  const theirs = changesOf(before, now);
  return Object.keys(mine).filter((name) => name in theirs && !same(mine[name], theirs[name]));
}

/** Return the values with somebody else's changes taken in where nothing was changed here. */
export function caughtUp(before: Json, now: Json, after: Json): Json {
  const merged = { ...after };
  const mine = changesOf(before, after);
  for (const [name, value] of Object.entries(changesOf(before, now))) {
    if (name in mine) continue;
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/**
 * Return unsaved work on top of what stands there now: only the fields that were changed here, and differ, are the
 * draft's. The others follow the studio, so that no old draft shows what a restore or somebody else has taken back.
 */
export function ontoNow(draft: { base: Json; values: Json }, now: Json): { base: Json; values: Json } {
  const base: Json = { ...now };
  const values: Json = { ...now };
  for (const [name, value] of Object.entries(changesOf(draft.base, draft.values))) {
    if (same(now[name], value)) continue;
    base[name] = draft.base[name];
    values[name] = value;
  }
  return { base, values };
}

export interface SaveBody {
  data: Json;
  locale: string;
  slug?: string;
  body?: string;
}

/** Return what has to be sent so that an entry holds these values. */
export function saveBody(
  model: Pick<ModelDef, "kind">,
  entry: string | null,
  locale: string,
  changed: Json,
): SaveBody {
  if (model.kind === "collection") return { data: { [entry ?? "new"]: changed }, locale };
  if (model.kind !== "document") return { data: changed, locale };
  const { body, slug, ...front } = changed;
  return {
    data: front,
    locale,
    slug: entry ?? String(slug ?? ""),
    ...(typeof body === "string" ? { body } : {}),
  };
}

export interface Issue {
  severity: string;
  message: string;
  model: string | null;
  locale: string | null;
  /** The entry's id or slug. */
  entry: string | null;
  field: string | null;
}

/** Return findings of the studio in one shape, the grave ones first. */
export function readIssues(raw: readonly object[]): Issue[] {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : null);
  const weight: Record<string, number> = { error: 0, warning: 1 };
  return raw
    .map((issue) => issue as Json)
    .map((issue) => ({
      severity: text(issue.severity) ?? "warning",
      message: text(issue.message) ?? "",
      model: text(issue.model),
      locale: text(issue.locale),
      entry: text(issue.entry) ?? text(issue.slug),
      field: text(issue.field),
    }))
    .sort((a, b) => (weight[a.severity] ?? 2) - (weight[b.severity] ?? 2));
}

/** Return what is wrong by field, from the error of a save. */
export function issuesByField(context: Json): Record<string, string> {
  const issues = Array.isArray(context.issues) ? readIssues(context.issues as Json[]) : [];
  const found: Record<string, string> = {};
  for (const { severity, field, message } of issues) {
    if (severity === "error" && field) found[field] ??= message;
  }
  return found;
}

/** Return the outermost field of a path: `social` of `social.mastodon`, `links` of `links[2].url`. */
export function outerField(path: string): string {
  return path.split(/[.[]/, 1)[0] ?? path;
}

/** Return what is wrong with a field, or with something inside it. */
export function errorIn(errors: Readonly<Record<string, string>>, name: string): string | undefined {
  const inner = Object.keys(errors).find((path) => outerField(path) === name);
  return errors[name] ?? (inner ? errors[inner] : undefined);
}

/** Return the name by which an entry is called in lists. */
export function titleOf(model: Pick<ModelDef, "titleField">, data: Json, id: string): string {
  const title = data[model.titleField];
  return typeof title === "string" && title.trim() ? title : id;
}
