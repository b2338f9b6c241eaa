/** Which fields a person wants to see in the table of a model. Kept in this browser. */
import { create } from "zustand";
import { persist } from "zustand/middleware";
import type { ModelDef } from "./model";

const MOST = 2;
const SHORT = new Set([
  "string",
  "slug",
  "email",
  "select",
  "date",
  "integer",
  "number",
  "boolean",
  "relation",
]);

const useChosen = create<{ columns: Record<string, string[]> }>()(
  persist((): { columns: Record<string, string[]> } => ({ columns: {} }), { name: "proofroom.columns" }),
);

/** Return the names of the fields to show: those chosen, or the first short ones. */
export function useColumns(projectId: string, model: ModelDef): string[] {
  const chosen = useChosen((state) => state.columns[`${projectId}/${model.id}`]);
  return chosen ?? usualColumns(model);
}

const usual = new WeakMap<ModelDef, string[]>();

/** Return the fields shown when nobody has chosen any. */
export function usualColumns(model: ModelDef): string[] {
  const before = usual.get(model);
  if (before) return before;
  const names = model.fields
    .filter((field) => field.name !== model.titleField && SHORT.has(field.type))
    .slice(0, MOST)
    .map(({ name }) => name);
  usual.set(model, names);
  return names;
}

/** Show a field in the table, or hide it. */
export function toggleColumn(projectId: string, model: ModelDef, name: string): void {
  const key = `${projectId}/${model.id}`;
  useChosen.setState(({ columns }) => {
    const before = columns[key] ?? usualColumns(model);
    const next = before.includes(name) ? before.filter((other) => other !== name) : [...before, name];
    return { columns: { ...columns, [key]: next } };
  });
}
