/** How records are shown: values as people read them, and places of records in a picture. */
import type { EntityInfo, RelationInfo } from "@/api/schema";

/** Return a value of a field as people read it. */
export function shown(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(shown).join(", ");
  if (typeof value === "boolean") return value ? "✓" : "–";
  return String(value);
}

/** Return the name of a type for the middle of a sentence; a name in capitals stays as it is. */
export function inSentence(name: string): string {
  return /^\p{Lu}\p{Ll}/u.test(name) ? name.charAt(0).toLocaleLowerCase() + name.slice(1) : name;
}

export interface Place {
  entity: EntityInfo;
  x: number;
  y: number;
}

const TURN = Math.PI * 2;

/** Return where records stand: the chosen one in the middle, those near it around it, others outside. */
export function places(entities: EntityInfo[], relations: RelationInfo[], middle: string): Place[] {
  const near = new Set(
    relations
      .filter(({ sourceId, targetId }) => sourceId === middle || targetId === middle)
      .flatMap(({ sourceId, targetId }) => [sourceId, targetId]),
  );
  const rings = [
    entities.filter(({ id }) => id === middle),
    entities.filter(({ id }) => id !== middle && near.has(id)),
    entities.filter(({ id }) => id !== middle && !near.has(id)),
  ];
  return rings.flatMap((ring, level) =>
    ring.map((entity, at) => {
      const angle = (at / Math.max(ring.length, 1)) * TURN + level * 0.4;
      const far = level * 150;
      return { entity, x: 400 + Math.cos(angle) * far * 1.25, y: 320 + Math.sin(angle) * far };
    }),
  );
}

/** Return records by the value of a field, each column with its name; those without one come last. */
export function columns(entities: EntityInfo[], field: string): [string, EntityInfo[]][] {
  const found = new Map<string, EntityInfo[]>();
  for (const entity of entities) {
    const name = shown(entity.fields[field]);
    found.set(name, [...(found.get(name) ?? []), entity]);
  }
  return [...found].sort(([a], [b]) => Number(a === "") - Number(b === "") || a.localeCompare(b));
}
