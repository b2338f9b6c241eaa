/** How smoothly a page moves, judged by what this machine can do at the moment. */
import type { Page } from "@playwright/test";
import { expect } from "./studio";

export interface Frames {
  frames: number[];
  tasks: number[];
}

/** Begin to measure frames and long tasks in the page; what is returned ends it. */
export async function measure(page: Page): Promise<() => Promise<Frames>> {
  await page.evaluate(() => {
    const found: Frames = { frames: [], tasks: [] };
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) found.tasks.push(entry.duration);
    });
    observer.observe({ entryTypes: ["longtask"] });
    let last = performance.now();
    let isOver = false;
    const step = (now: number) => {
      found.frames.push(now - last);
      last = now;
      if (!isOver) requestAnimationFrame(step);
    };
    requestAnimationFrame(step);
    const end = () => {
      isOver = true;
      observer.disconnect();
      return found;
    };
    Object.assign(window, { endMeasuring: end });
  });
  return () => page.evaluate(() => (window as unknown as { endMeasuring: () => Frames }).endMeasuring());
}

/**
 * Return how many times slower than the machine of our figures this one is now: the same piece of work over and over,
 * where the slowest tenth counts, because a frame is as late as its worst moment.
 */
export async function slowness(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const QUIET_MS = 4;
    const took: number[] = [];
    for (let round = 0; round < 60; round += 1) {
      const began = performance.now();
      const words = Array.from({ length: 12_000 }, (_, at) => `word ${(at * 7919) % 12_000}`);
      words.sort();
      took.push(performance.now() - began);
      await new Promise((resolve) => setTimeout(resolve));
    }
    took.sort((one, other) => one - other);
    return Math.max(1, (took[Math.floor(took.length * 0.9)] ?? 0) / QUIET_MS);
  });
}

interface Limits {
  /** Nineteen of twenty frames come within this time on a quiet machine. */
  lateMs: number;
  /** No task takes longer there. */
  longestMs: number;
}

/**
 * Print what was measured, and refuse what a person would feel. The limits are those of a quiet machine, as many times
 * longer as this one is slower just now: what fails is our code, not the neighbours.
 */
export async function judge(
  page: Page,
  what: string,
  { frames, tasks }: Frames,
  limits: Limits,
): Promise<void> {
  const factor = await slowness(page);
  const sorted = frames.slice(1).toSorted((one, other) => one - other);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  const longest = Math.max(0, ...tasks);
  console.log(
    `${what}: ${frames.length} frames, median ${median.toFixed(1)} ms, 95 % within ${late.toFixed(1)} ms, ` +
      `${tasks.length} long tasks, longest ${longest.toFixed(0)} ms; machine slower by ${factor.toFixed(1)}`,
  );
  expect(late).toBeLessThan(limits.lateMs * factor);
  expect(longest).toBeLessThan(limits.longestMs * factor);
}
