/** Usage as columns and tables: decisions on plain data. */
import type { UsageReport } from "@/api/schema";

export const RANGES = ["today", "7", "30", "month"] as const;
export type Range = (typeof RANGES)[number];

/** What a column measures: money, or tokens where nothing was charged. */
export type Measure = "cost" | "tokens";

export interface Series {
  key: string;
  label: string;
  total: number;
}

export interface Column {
  day: string;
  total: number;
  /** One value per series, in their order. */
  parts: number[];
}

export interface Columns {
  measure: Measure;
  series: Series[];
  columns: Column[];
  /** Where the scale ends, and the lines drawn on the way there. */
  top: number;
  ticks: number[];
}

const MOST_SERIES = 5;
export const OTHER = "…other";

/** Return the first day of a range, as the viewer counts days. */
export function rangeStart(range: Range, today: Date): string {
  const first = new Date(today);
  if (range === "today") return isoDay(first);
  if (range === "month") first.setDate(1);
  else first.setDate(first.getDate() - (Number(range) - 1));
  return isoDay(first);
}

/** Return a local day as it is written on the wire. */
export function isoDay(at: Date): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

/** Return the days as stacked columns: the dearest few by name, the rest as one. */
export function columnsOf(report: Pick<UsageReport, "totals" | "byDay" | "stacks">): Columns {
  const measure: Measure = report.totals.costMicros > 0 ? "cost" : "tokens";
  const figureOf = (stack: UsageReport["stacks"][number]) =>
    measure === "cost" ? stack.costMicros : stack.tokens;
  const sums = new Map<string, Series>();
  for (const stack of report.stacks) {
    const known = sums.get(stack.key) ?? { key: stack.key, label: stack.label, total: 0 };
    sums.set(stack.key, { ...known, total: known.total + figureOf(stack) });
  }
  const sorted = [...sums.values()].sort((one, two) => two.total - one.total);
  const series = sorted.slice(0, MOST_SERIES);
  const rest = sorted.slice(MOST_SERIES).reduce((sum, each) => sum + each.total, 0);
  if (sorted.length > MOST_SERIES) series.push({ key: OTHER, label: "", total: rest });
  const placeOf = (key: string) => {
    const at = series.findIndex((each) => each.key === key);
    return at < 0 ? MOST_SERIES : at;
  };
  const columns = report.byDay.map(({ key: day }) => ({ day, total: 0, parts: series.map(() => 0) }));
  const byDay = new Map(columns.map((column) => [column.day, column]));
  for (const stack of report.stacks) {
    const column = byDay.get(stack.day);
    if (!column) continue;
    const place = placeOf(stack.key);
    column.parts[place] = (column.parts[place] ?? 0) + figureOf(stack);
    column.total += figureOf(stack);
  }
  return { measure, series, columns, ...scale(Math.max(0, ...columns.map(({ total }) => total))) };
}

/** Return a round end of a scale above the highest value, and three lines on the way. */
export function scale(highest: number): { top: number; ticks: number[] } {
  if (highest <= 0) return { top: 1, ticks: [] };
  const rough = highest / 3;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 2.5, 4, 5, 10].find((each) => each * power >= rough) ?? 10) * power;
  const ticks = [1, 2, 3].map((each) => each * step);
  return { top: 3 * step, ticks };
}
