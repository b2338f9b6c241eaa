/** Where agents stand in the chart: each below the one it gets work from, in as many rows as the width asks for. */

export const CARD = { width: 160, height: 52 };
const GAP = 16;
const DROP = 36;

export interface Node {
  slug: string;
  below: Node[];
}

export interface Placed {
  slug: string;
  x: number;
  y: number;
}

export interface Line {
  /** The agent it leads to. */
  to: string;
  /** The path of a drawing. */
  path: string;
}

export interface Chart {
  placed: Placed[];
  /** The lines from an agent to those below it. */
  lines: Line[];
  width: number;
  height: number;
}

/** Lay out a node and all below it; a row that would be wider than the limit goes on in the next. */
export function layOut(node: Node, limit: number): Chart {
  const parts = node.below.map((one) => layOut(one, limit));
  const rows = rowsOf(parts, limit);
  if (rows.length > 1 && rows.every((row) => row.length === 1)) return stack(node, parts);
  const width = Math.max(CARD.width, ...rows.map((row) => widthOf(row, rows.length > 1)));
  const middle = width / 2;
  const placed: Placed[] = [{ slug: node.slug, x: middle - CARD.width / 2, y: 0 }];
  const lines: Line[] = [];
  let top = CARD.height + DROP;
  for (const row of rows) {
    for (const [part, x] of spread(row, middle, rows.length > 1)) {
      placed.push(...part.placed.map((one) => ({ ...one, x: one.x + x, y: one.y + top })));
      lines.push(...part.lines.map(({ to, path }) => ({ to, path: moved(path, x, top) })));
      lines.push(lineTo(part, middle, x, top));
    }
    top += Math.max(...row.map(({ height }) => height)) + DROP;
  }
  return { placed, lines, width, height: top - DROP };
}

/** Lay out parts of which no two stand side by side: one below the other, beside a line at their start. */
function stack(node: Node, parts: Chart[]): Chart {
  const placed: Placed[] = [{ slug: node.slug, x: 0, y: 0 }];
  const lines: Line[] = [];
  let top = CARD.height + DROP;
  for (const part of parts) {
    placed.push(...part.placed.map((one) => ({ ...one, x: one.x + GAP, y: one.y + top })));
    lines.push(...part.lines.map(({ to, path }) => ({ to, path: moved(path, GAP, top) })));
    lines.push(lineTo(part, GAP / 2, GAP, top));
    top += part.height + DROP;
  }
  const width = Math.max(CARD.width, ...parts.map((part) => part.width + GAP));
  return { placed, lines, width, height: top - DROP };
}

/** Return the line from the foot of a card to the first card of a part that stands at a place. */
function lineTo({ placed }: Chart, from: number, x: number, top: number): Line {
  const end = x + (placed[0]?.x ?? 0) + CARD.width / 2;
  return {
    to: placed[0]?.slug ?? "",
    path: `M ${from} ${CARD.height} V ${top - DROP / 2} H ${end} V ${top}`,
  };
}

function rowsOf(parts: Chart[], limit: number): Chart[][] {
  if (widthOf(parts, false) <= limit) return parts.length ? [parts] : [];
  const rows: Chart[][] = [];
  for (const part of parts) {
    const last = rows.at(-1);
    if (last && widthOf([...last, part], true) <= limit) last.push(part);
    else rows.push([part]);
  }
  return rows;
}

/** Return how wide a row is; one of several leaves its middle free for the line to the next. */
function widthOf(row: Chart[], hasNext: boolean): number {
  const [left, right] = hasNext ? halves(row) : [row, []];
  const side = (half: Chart[]) => half.reduce((sum, { width }) => sum + width + GAP, 0) - GAP;
  return hasNext ? 2 * Math.max(side(left), side(right)) + GAP : side(left);
}

function halves(row: Chart[]): [Chart[], Chart[]] {
  const half = Math.ceil(row.length / 2);
  return [row.slice(0, half), row.slice(half)];
}

function spread(row: Chart[], middle: number, hasNext: boolean): [Chart, number][] {
  const [left] = halves(row);
  const before = left.reduce((sum, { width }) => sum + width + GAP, 0);
  let x = hasNext ? middle + GAP / 2 - before : middle - widthOf(row, false) / 2;
  return row.map((part) => {
    const at = x;
    x += part.width + GAP;
    return [part, at];
  });
}

function moved(line: string, x: number, y: number): string {
  return line.replaceAll(/([MVH]) (\S+)(?: (\d\S*))?/g, (_all, kind: string, a: string, b?: string) =>
    kind === "V"
      ? `V ${Number(a) + y}`
      : kind === "H"
        ? `H ${Number(a) + x}`
        : `M ${Number(a) + x} ${Number(b) + y}`,
  );
}
