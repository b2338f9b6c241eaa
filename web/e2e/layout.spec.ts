import type { Page } from "@playwright/test";
import { expect, test } from "./studio";

test.use({ holds: ["demo"] });

/** Count from the first drawing on how far what stands on the page is pushed about while the rest comes. */
async function watchShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const found = { moved: 0 };
    Object.assign(window, { shifts: found });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
        if (!shift.hadRecentInput) found.moved += shift.value;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { shifts: { moved: number } }).shifts.moved);
}

test("cards and names stand where they are while the rest of a page comes", async ({ page }) => {
  const moved = await watchShifts(page);
  for (const path of ["/inbox", "/content?project=fieldnotes&model=articles", "/runs", "/agents", "/usage"]) {
    await page.goto(path);
    await expect(page.locator("#main")).toBeVisible();
    await page.waitForLoadState("networkidle");
    const told = await moved();
    expect(told, `${path} is pushed about`).toBeLessThan(0.05);
  }
});

test("the foot of a review is one row with and without the panel, and a notice leaves it free", async ({
  page,
}) => {
  await page.goto("/inbox");
  await page.getByRole("link", { name: /Editor proposes 6 changes/ }).click();
  await page.getByRole("link", { name: /^Review 6 changes/ }).click();
  const merge = page.getByRole("button", { name: /^Merge/ });
  const middles = async () => {
    const places = [merge, page.getByRole("button", { name: "Reject all" })].map((one) => one.boundingBox());
    return (await Promise.all(places)).map((box) => (box ? Math.round(box.y + box.height / 2) : null));
  };
  for (const width of [1440, 1024]) {
    await page.setViewportSize({ width, height: 900 });
    for (const name of ["Close panel", "Open panel"]) {
      await expect.poll(async () => [width, name, new Set(await middles()).size]).toEqual([width, name, 1]);
      const button = page.getByRole("button", { name });
      if (await button.isVisible()) await button.click();
    }
  }
  await page.setViewportSize({ width: 1200, height: 900 });
  await page
    .getByRole("link", { name: /^Yürüyüş|^A bench/ })
    .first()
    .click();
  await page.keyboard.press("y");
  await expect(page.getByText("1 of 6 decided")).toBeVisible();
  await page.keyboard.press("Control+Enter");
  const notice = page.locator("div", { has: page.getByRole("button", { name: "Dismiss" }) }).last();
  const foot = page.getByRole("main").locator("footer");
  const gap = async () => {
    const [shown, below] = await Promise.all([notice.boundingBox(), foot.boundingBox()]);
    return (below?.y ?? 0) - (shown?.y ?? 900) - (shown?.height ?? 0);
  };
  await page.getByRole("main").getByRole("button", { name: "Undo merge" }).click();
  await expect(notice).toContainText("The merge is undone");
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
  // Where there is little room the foot is higher than one row.
  await page.setViewportSize({ width: 740, height: 900 });
  await expect.poll(gap).toBeGreaterThanOrEqual(0);
});

/** Return the controls of the page that go over the edge, and the sentences beside decisions that are cut. */
function cutOff(): string[] {
  const named = (one: Element) => (one.getAttribute("aria-label") || one.textContent || "").slice(0, 40);
  const controls = [...document.querySelectorAll("#main :is(button, a, label)")];
  const over = controls.filter((one) => one.getBoundingClientRect().right > innerWidth + 1);
  const told = [...document.querySelectorAll("#main p:has(> b)")];
  const cut = told
    .flatMap((one) => [one, ...one.children])
    .filter(
      (one) => one.tagName !== "BUTTON" && one.scrollWidth > one.clientWidth + 1 && one.clientWidth > 0,
    );
  return [...over, ...cut].map(named);
}

test("neither the editor of a site nor a review of its pages cuts anything off at any width", async ({
  page,
}) => {
  const listed = await (await page.request.get("/api/proposals?state=open")).json();
  const waiting = (listed as { id: string; agent: string }[]).find(({ agent }) => agent === "Designer");
  for (const width of [1440, 1024, 768, 390]) {
    await page.setViewportSize({ width, height: 900 });
    for (const [path, last] of [
      ["/site", "Undo turn"],
      [`/review/${waiting?.id}`, "Merge"],
    ] as const) {
      await page.goto(path);
      await expect(page.getByRole("main").getByRole("button", { name: last })).toBeVisible();
      await expect(page.getByText("Side by side")).toBeVisible();
      await expect.poll(async () => [path, width, await page.evaluate(cutOff)]).toEqual([path, width, []]);
    }
  }
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("what is missing opens, tabs come into view, and no head goes over the edge", async ({ page }) => {
    await page.goto("/content?project=fieldnotes");
    await page.getByRole("link", { name: /^Missing in Turkish/ }).click();
    await expect(page.getByText("3 entries")).toBeVisible();
    const paths = ["/settings?part=approvals", "/agents?agent=editor&part=schedule", "/inbox", "/runs"];
    for (const path of paths) {
      await page.goto(path);
      const head = page.getByRole("heading").first();
      await expect(head).toBeVisible();
      const current = page.locator("#main nav [aria-current]");
      for (const one of [head, ...(await current.all())]) {
        await expect
          .poll(async () => {
            const box = await one.boundingBox();
            return [path, box !== null && box.x >= 0 && box.x + box.width <= 390 && box.height < 60];
          })
          .toEqual([path, true]);
      }
    }
  });
});
