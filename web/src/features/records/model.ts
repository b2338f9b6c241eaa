/** How records are shown: values as people read them, looks and the views that keep them. */
import type { EntityInfo, EntityTypeInfo, FieldDef, ResponseInfo, ViewInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

/** Return a value of a field as people read it. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "boolean") return value ? "✓" : "–";
  return String(value);
}

/** One field of a record, with what was last said about it. */
export interface Answered {
  key: string;
  label: string;
  /** The value that is shown: the proposed one where one waits. */
  value: unknown;
  newest: ResponseInfo | null;
  waits: boolean;
}

/** Return the fields of a record in their order, each with the newest answer that was not turned down. */
export function answers(
  fields: readonly { key: string; label?: string }[],
  values: Record<string, unknown>,
  responses: readonly ResponseInfo[],
): Answered[] {
  return fields.map(({ key, label }) => {
    const newest = responses.find((one) => one.fieldKey === key && one.status !== "rejected") ?? null;
    const waits = newest?.status === "proposed";
    return { key, label: label || key, value: waits ? newest.value : values[key], newest, waits };
  });
}

/** Return the name of a type for the middle of a sentence; a name in capitals stays as it is. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase() + name.slice(1) : name;
}

/** Return records by the value of a field, each column with its name; those without one come last.
 * What the field offers has a column also while nothing is in it. */
export function columns(
  entities: EntityInfo[],
  field: string,
  options: string[] = [],
): [string, EntityInfo[]][] {
  const found = new Map<string, EntityInfo[]>(options.map((name) => [name, []]));
  for (const entity of entities) {
    const name = shown(entity.fields[field]);
    found.set(name, [...(found.get(name) ?? []), entity]);
  }
  const order = (name: string) => (name === "" ? 2 : options.includes(name) ? 0 : 1);
  return [...found].sort(([a], [b]) => order(a) - order(b) || (order(a) === 1 ? a.localeCompare(b) : 0));
}

/** How records of a type are looked at, as the address says it. */
export interface Look {
  q?: string | undefined;
  sort?: string | undefined;
  view?: "board" | "list" | "graph" | undefined;
  where?: string | undefined;
  columns?: string | undefined;
  group?: string | undefined;
}

/** Return a look as a view keeps it. */
export function configOf(type: string, look: Look): Record<string, unknown> {
  const conditions = conditionsIn(look.where);
  return {
    type,
    ...(look.q ? { query: look.q } : {}),
    ...(look.sort ? { sort: look.sort } : {}),
    ...(conditions.length > 0 ? { where: conditions } : {}),
    ...(look.columns ? { columns: look.columns.split(",") } : {}),
    ...(look.group ? { group: look.group } : {}),
  };
}

/** Return the look that a view keeps; every part is named, so that nothing of another look stays. */
export function lookOf({ kind, config }: Pick<ViewInfo, "kind" | "config">): Look & { type: string } {
  const text = (value: unknown) => (typeof value === "string" && value ? value : undefined);
  const kinds = ["board", "list", "graph"] as const;
  return {
    type: text(config.type) ?? "",
    q: text(config.query),
    sort: text(config.sort),
    view: kinds.find((one) => one === kind),
    where: config.where ? JSON.stringify(config.where) : undefined,
    columns: Array.isArray(config.columns) ? config.columns.join(",") : undefined,
    group: text(config.group),
  };
}

export interface Condition {
  field: string;
  op: string;
  value: unknown;
}

/** Return the conditions that an address holds. */
export function conditionsIn(where: string | undefined): Condition[] {
  if (!where) return [];
  try {
    const read: unknown = JSON.parse(where);
    return Array.isArray(read) ? (read as Condition[]) : [];
  } catch {
    return [];
  }
}

/** Return what somebody wrote as a value of a field: a number where the field has numbers. */
export function valueFor(field: FieldDef | undefined, written: string): unknown {
  if (field?.type === "number" && written.trim() && !Number.isNaN(Number(written))) return Number(written);
  if (field?.type === "boolean") return written === "true";
  return written;
}

/** Return the fields of a record that nothing was filled in for. */
export function emptyFields(entity: EntityInfo, kind: EntityTypeInfo): string[] {
  const isEmpty = (value: unknown) =>
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);
  return (kind.definition.fields ?? []).map(({ key }) => key).filter((key) => isEmpty(entity.fields[key]));
}

/** Return how the state of a brief is shown. */
export function toneOf(status: string): StateTone {
  if (status === "completed") return "done";
  if (status === "cancelled") return "stopped";
  return status === "failed" ? "failed" : "running";
}

/** Return how many fields of a brief are written. */
export function progressOf(fields: readonly { finishedAt?: string | null }[]) {
  return { done: fields.filter(({ finishedAt }) => finishedAt).length, total: fields.length };
}

/** Return the fields of a brief by the layer in which they are written. */
export function layersOf<T extends { layer: number }>(fields: readonly T[]): T[][] {
  const found = new Map<number, T[]>();
  for (const field of fields) found.set(field.layer, [...(found.get(field.layer) ?? []), field]);
  return [...found].sort(([a], [b]) => a - b).map(([, layer]) => layer);
}

/** Return the records that a brief cites in the order in which they first come, with how many claims name each. */
export function citedIn(fields: readonly { key: string; claims: { sourceEntityIds: string[] }[] }[]) {
  const found = new Map<string, number>();
  for (const { claims } of fields.filter(({ key }) => key !== "headline"))
    for (const { sourceEntityIds } of claims)
      for (const id of sourceEntityIds) found.set(id, (found.get(id) ?? 0) + 1);
  return [...found].map(([id, claims]) => ({ id, claims }));
}

/** Return the text of a sheet: UTF-8, UTF-16, or what a Turkish Windows writes where it is neither. */
export function decodeSheet(data: ArrayBuffer): string {
  const head = new Uint8Array(data.slice(0, 2));
  if (head[0] === 0xfe && head[1] === 0xff) return new TextDecoder("utf-16be").decode(data);
  if ((head[0] === 0xff && head[1] === 0xfe) || head[1] === 0)
    return new TextDecoder("utf-16le").decode(data);
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(data);
  } catch {
    return new TextDecoder("windows-1254").decode(data);
  }
}

export interface Difference {
  key: string;
  label: string;
  own: string;
  others: string;
}

/** Return where two records say different things: their names, and fields that both have. */
export function differing(
  fields: readonly FieldDef[],
  own: Pick<EntityInfo, "title" | "fields">,
  other: Pick<EntityInfo, "title" | "fields">,
  name: string,
): Difference[] {
  const title = { key: "title", label: name, own: own.title, others: other.title };
  const found = fields.map(({ key, label }) => ({
    key,
    label: label || key,
    own: shown(own.fields[key]),
    others: shown(other.fields[key]),
  }));
  return [title, ...found.filter((one) => one.own && one.others)].filter((one) => one.own !== one.others);
}
