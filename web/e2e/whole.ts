/** Whether a page is whole: it fits at every width, axe finds nothing serious, and its HTML is valid. */
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { HtmlValidate } from "html-validate";

export const WIDTHS = [1280, 768, 390];
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });

/** Return what is wrong with the page that is open, in words. */
export async function wrongWith(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const reaches = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (reaches > 0) wrong.push(`${width}: ${reaches} px too wide`);
  }
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ["violations"] });
  const found = await axe.withTags(["wcag2a", "wcag2aa"]).analyze();
  const serious = found.violations.filter(({ impact }) => impact === "serious" || impact === "critical");
  return [
    ...wrong,
    ...serious.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(" ")}`)),
  ];
}

/** Return what is not HTML5 in a page's source. */
export async function invalidIn(html: string): Promise<string[]> {
  const { results } = await validator.validateString(html);
  return results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, line }) => `${line} ${ruleId}: ${message}`),
  );
}
