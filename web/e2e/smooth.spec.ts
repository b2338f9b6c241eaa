import { expect, test } from "./studio";

test.use({ holds: ["many"] });

interface Frames {
  frames: number[];
  tasks: number[];
}

test("ten thousand entries scroll smoothly", async ({ page }) => {
  await page.goto("/content?project=gazetteer");
  await expect(page.getByText("10000 entries")).toBeVisible();
  await expect(page.getByRole("link", { name: "Place 00000" })).toBeVisible();
  const { frames, tasks } = await page.evaluate(async (): Promise<Frames> => {
    const table = document.querySelector('[role="table"]')?.parentElement;
    if (!table) throw new Error("there is no table");
    const long: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) long.push(entry.duration);
    });
    observer.observe({ entryTypes: ["longtask"] });
    const times: number[] = [];
    await new Promise<void>((resolve) => {
      let last = performance.now();
      const step = (now: number) => {
        times.push(now - last);
        last = now;
        table.scrollTop += 240;
        if (times.length < 180) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    observer.disconnect();
    return { frames: times.slice(1), tasks: long };
  });
  const sorted = frames.toSorted((a, b) => a - b);
  const median = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const late = sorted[Math.floor(sorted.length * 0.95)] ?? 0;
  console.log(
    `10,000 entries, 180 frames of scrolling: median ${median.toFixed(1)} ms, 95 % within ${late.toFixed(1)} ms, ` +
      `${tasks.length} long tasks, longest ${Math.max(0, ...tasks).toFixed(0)} ms`,
  );
  // Rows that were scrolled to are there, and only the rows in sight are in the page.
  await expect(page.getByRole("link", { name: /^Place 013\d\d$/ }).first()).toBeVisible();
  expect(await page.locator("[data-row]").count()).toBeLessThan(80);
  // Generous, because the machine may be busy: a frame in twenty may take longer than 100 ms, none a second.
  expect(late).toBeLessThan(100);
  expect(Math.max(0, ...tasks)).toBeLessThan(1000);
});
