/** The widths that a page is looked at, and the frames for them. */
import type { Breakpoint } from "./model";

const USUAL = [390, 768, 1280];

/** Return how wide the frame of a breakpoint is: a usual device that it is for. */
export function frameWidth(one: Breakpoint, all: readonly Breakpoint[]): number {
  const below = Math.max(0, ...all.map(({ width }) => width).filter((width) => width < one.width));
  return USUAL.findLast((width) => width <= one.width && width > below) ?? one.width;
}

/** Return breakpoints from the widest to the narrowest, as their frames stand. */
export function byWidth(all: readonly Breakpoint[]): Breakpoint[] {
  return all.toSorted((one, other) => other.width - one.width);
}
