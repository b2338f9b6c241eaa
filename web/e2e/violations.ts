/** What axe finds on a page of the app, in the light theme and in the dark one. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { expect } from "./studio";

/** What the frame shows around every screen is looked at once per test. */
type Extent = "whole" | "#main";

/** Return what axe finds serious on the page that is open, in words. */
export async function violations(
  page: Page,
  extent: Extent = "whole",
  onlyColour = false,
): Promise<string[]> {
  // There are no frames in our pages, so that the way which opens another page for each look is not needed. What is
  // in the page already need not be brought again, and of what is well nothing has to be told.
  const isThere = await page.evaluate(() => "axe" in window);
  const axe = new AxeBuilder(isThere ? { page, axeSource: "true" } : { page }).setLegacyMode();
  axe.options({ resultTypes: ["violations"] });
  if (extent !== "whole") axe.include(extent);
  const found = await (onlyColour
    ? axe.withRules(["color-contrast"])
    : axe.withTags(["wcag2a", "wcag2aa", "wcag21aa", "wcag22aa"])
  ).analyze();
  return found.violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`));
}

const THEMES = ["light", "dark"] as const;

/** Wait until every colour has changed: in between, none has its contrast. */
async function settled(): Promise<void> {
  const changing = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
  await Promise.allSettled(changing.map((animation) => animation.finished));
}

/** Look at what is shown in both themes, without loading it twice; only colours differ between them. */
export async function inBothThemes(page: Page, name: string, extent: Extent = "whole"): Promise<void> {
  for (const colorScheme of THEMES) {
    await page.emulateMedia({ colorScheme });
    await expect(page.locator(`html[data-theme="${colorScheme}"]`)).toBeAttached();
    await page.evaluate(settled);
    expect([name, colorScheme, await violations(page, extent, colorScheme === "dark")]).toEqual([
      name,
      colorScheme,
      [],
    ]);
  }
}
