/** Where records stand in a picture: a column for each type, rows by nearness, so that lines stay short. */
import type { EntityInfo, RelationInfo } from "@/api/schema";

export const ROW = 40;
export const HEAD = 48;
const EDGE = 16;
const GAP = 64;
const LEAST = 96;
/** How far a word goes over the line it tells of. */
const HALO = 4;
/** Records that a column shows before it is folded. */
export const FOLDED = 12;
/** Sweeps over the columns that bring related records to the same height. */
const SWEEPS = 4;

export interface Node {
  entity: EntityInfo;
  column: number;
  x: number;
  y: number;
  width: number;
}

export interface Column {
  type: string;
  x: number;
  /** Records of the type that are known, shown or not. */
  count: number;
  hidden: number;
  /** Where the line stands that says how many more there are. */
  end: number;
}

export interface Layout {
  nodes: Node[];
  columns: Column[];
  width: number;
  height: number;
}

interface Asked {
  entities: EntityInfo[];
  relations: RelationInfo[];
  /** The type that is looked at; what others have to do with it stands at both of its sides. */
  type: string;
  /** The record that is chosen: what is related to it is shown first. */
  chosen: string;
  /** Types whose column is not folded. */
  unfolded: ReadonlySet<string>;
  widthOf: (title: string) => number;
}

/** Return the places of records. */
export function layOut({ entities, relations, type, chosen, unfolded, widthOf }: Asked): Layout {
  const near = neighbours(relations);
  const byType = new Map<string, EntityInfo[]>();
  for (const one of entities) byType.set(one.typeSlug, [...(byType.get(one.typeSlug) ?? []), one]);
  const types = ordered(byType, type, near);
  const order = types.map((slug) => {
    const all = byType.get(slug) ?? [];
    return unfolded.has(slug) ? all : first(all, chosen, near);
  });
  const heights = settle(order, near);
  const columns: Column[] = [];
  const nodes: Node[] = [];
  let x = EDGE;
  for (const [at, slug] of types.entries()) {
    const list = order[at] ?? [];
    const placed = list.map((entity) => ({
      entity,
      column: at,
      x,
      y: HEAD + (heights.get(entity.id) ?? 0) * ROW + ROW / 2,
      width: widthOf(entity.title),
    }));
    const count = byType.get(slug)?.length ?? 0;
    const end = Math.max(HEAD, ...placed.map(({ y }) => y + ROW / 2)) + ROW / 2;
    columns.push({ type: slug, x, count, hidden: count - list.length, end });
    nodes.push(...placed);
    x += Math.max(LEAST, ...placed.map(({ width }) => width)) + GAP;
  }
  const height = Math.max(0, ...columns.map(({ end, hidden }) => end + (hidden ? ROW : 0)));
  return { nodes, columns, width: x - GAP + EDGE, height: height + ROW };
}

/** Return which records are related to which. */
export function neighbours(relations: RelationInfo[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const { sourceId, targetId } of relations) {
    found.set(sourceId, (found.get(sourceId) ?? new Set()).add(targetId));
    found.set(targetId, (found.get(targetId) ?? new Set()).add(sourceId));
  }
  return found;
}

/** Return the relations of each record, at both of their ends. */
export function relationsOf(relations: RelationInfo[]): Map<string, RelationInfo[]> {
  const found = new Map<string, RelationInfo[]>();
  for (const one of relations)
    for (const end of new Set([one.sourceId, one.targetId])) {
      const known = found.get(end);
      if (known) known.push(one);
      else found.set(end, [one]);
    }
  return found;
}

/** Return the types in their order: beside the one that is looked at stand those with most relations to it. */
function ordered(byType: Map<string, EntityInfo[]>, main: string, near: Map<string, Set<string>>): string[] {
  const own = new Set((byType.get(main) ?? []).map(({ id }) => id));
  const weight = (type: string) =>
    (byType.get(type) ?? []).reduce(
      (sum, { id }) => sum + [...(near.get(id) ?? [])].filter((one) => own.has(one)).length,
      0,
    );
  const others = [...byType.keys()]
    .filter((one) => one !== main)
    .sort((a, b) => weight(b) - weight(a) || a.localeCompare(b));
  if (own.size === 0) return others;
  return others.length > 1
    ? [...others.slice(1, 2), main, ...others.slice(0, 1), ...others.slice(2)]
    : [main, ...others];
}

/** Return the record that has most relations. */
export function busiest(entities: EntityInfo[], relations: RelationInfo[], type: string): string {
  const near = neighbours(relations);
  const size = ({ id }: EntityInfo) => near.get(id)?.size ?? 0;
  const own = entities.filter(({ typeSlug }) => typeSlug === type);
  return (
    own.reduce<EntityInfo | null>((best, one) => (best && size(best) >= size(one) ? best : one), null)?.id ??
    ""
  );
}

/** Return the records of a column that is folded: the chosen one, its neighbours, those with most relations. */
function first(all: EntityInfo[], chosen: string, near: Map<string, Set<string>>): EntityInfo[] {
  if (all.length <= FOLDED) return all;
  const weight = ({ id }: EntityInfo) =>
    (id === chosen ? 2_000_000 : near.get(chosen)?.has(id) ? 1_000_000 : 0) + (near.get(id)?.size ?? 0);
  const kept = new Set([...all].sort((a, b) => weight(b) - weight(a)).slice(0, FOLDED));
  return all.filter((one) => kept.has(one));
}

/** Return the row of each record: as near to its relations in other columns as those above leave room for. */
function settle(order: EntityInfo[][], near: Map<string, Set<string>>): Map<string, number> {
  const rows = new Map<string, number>();
  for (const list of order) for (const [at, { id }] of list.entries()) rows.set(id, at);
  for (let sweep = 0; sweep < SWEEPS; sweep += 1) {
    for (const list of sweep % 2 ? [...order].reverse() : order) {
      const own = new Set(list.map(({ id }) => id));
      const wish = new Map(list.map(({ id }) => [id, wished(id, own, near, rows)]));
      list.sort((a, b) => (wish.get(a.id) ?? 0) - (wish.get(b.id) ?? 0));
      let free = 0;
      for (const { id } of list) {
        const row = Math.max(free, Math.round(wish.get(id) ?? 0));
        rows.set(id, row);
        free = row + 1;
      }
    }
  }
  const least = Math.min(...rows.values(), Number.POSITIVE_INFINITY);
  for (const [id, row] of rows) rows.set(id, row - least);
  return rows;
}

/** Return the row at which a record would have its relations straight across. */
function wished(
  id: string,
  own: ReadonlySet<string>,
  near: Map<string, Set<string>>,
  rows: Map<string, number>,
): number {
  const others = [...(near.get(id) ?? [])].filter((one) => !own.has(one) && rows.has(one));
  if (others.length === 0) return rows.get(id) ?? 0;
  return others.reduce((sum, one) => sum + (rows.get(one) ?? 0), 0) / others.length;
}

export interface Line {
  path: string;
  /** Where its word stands: in the middle of it, or ending there where the line goes around names. */
  x: number;
  y: number;
  isEnd: boolean;
}

/**
 * Return the line between two records: from the end of one name to the beginning of the other.
 *
 * Where columns stand between them, the word of a line stands beside the record that is not chosen: in the middle
 * it would lie on names, and at the chosen one on other words.
 */
export function lineBetween(from: Node, to: Node, chosen = ""): Line {
  if (from.column === to.column) {
    const out = Math.min(from.x, to.x) - EDGE - Math.min(24, Math.abs(from.y - to.y) / 8);
    const path = `M${from.x} ${from.y}C${out} ${from.y} ${out} ${to.y} ${to.x} ${to.y}`;
    // The middle of the curve: its word must not lie on the names that the line goes around.
    return { path, x: (from.x + 3 * out) / 4 + HALO, y: (from.y + to.y) / 2, isEnd: true };
  }
  const [left, right] = from.column < to.column ? [from, to] : [to, from];
  const begin = left.x + left.width;
  const middle = (begin + right.x) / 2;
  const path = `M${begin} ${left.y}C${middle} ${left.y} ${middle} ${right.y} ${right.x} ${right.y}`;
  if (right.column - left.column === 1) return { path, x: middle, y: (left.y + right.y) / 2, isEnd: false };
  const isLeft = right.entity.id === chosen;
  const x = isLeft ? begin + GAP / 2 : right.x - GAP / 2;
  const share = shareAt((x - begin) / (right.x - begin));
  return { path, x, y: left.y + (right.y - left.y) * share * share * (3 - 2 * share), isEnd: false };
}

/** Return how far along such a curve something stands that is at a share of its width. */
function shareAt(width: number): number {
  let [low, high] = [0, 1];
  for (let turn = 0; turn < 20; turn += 1) {
    const t = (low + high) / 2;
    const reached = 1.5 * t * (1 - t) ** 2 + 1.5 * t * t * (1 - t) + t ** 3;
    if (reached < width) low = t;
    else high = t;
  }
  return low;
}

/** Return the node that an arrow key leads to. */
export function nodeTowards(nodes: Node[], from: Node, key: string): Node | null {
  const side = { ArrowLeft: -1, ArrowRight: 1 }[key];
  const down = { ArrowUp: -1, ArrowDown: 1 }[key];
  const fits = nodes.filter(({ column, y }) =>
    side
      ? Math.sign(column - from.column) === side
      : column === from.column && Math.sign(y - from.y) === down,
  );
  const far = (node: Node) => Math.abs(node.column - from.column) * 10_000 + Math.abs(node.y - from.y);
  return fits.reduce<Node | null>((best, one) => (best && far(best) <= far(one) ? best : one), null);
}
