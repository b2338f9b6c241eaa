/** What a pointer can press and a keyboard cannot reach, or reaches without showing it. */
import type { Page } from "@playwright/test";

/**
 * Return what is wrong for somebody without a pointer on the page as it is shown. Rings come from one rule for all
 * controls, and going to each takes a second: that is done where it is asked for.
 */
export async function withoutPointer(page: Page, withRings: boolean): Promise<string[]> {
  // Rings are shown to whoever came by key.
  await page.keyboard.press("Shift");
  return await page.evaluate(look, withRings);
}

function look(withRings: boolean): string[] {
  const CONTROLS =
    "a[href], button, input, select, textarea, summary, iframe, [tabindex], [contenteditable=true]";
  // Words of a change: j and k go from one to the next.
  const KEYED = "[id^='change-'], [class*=hunk]";
  // Inside these, arrows move and one member is in the order of Tab.
  const COMPOSITES =
    "[role=tablist], [role=radiogroup], [role=menu], [role=listbox], [role=tree], [role=treegrid], [role=grid], [role=toolbar], [data-keys=arrows]";

  const isReached = (control: Element): boolean => {
    if (!(control instanceof HTMLElement) && !(control instanceof SVGElement)) return false;
    if (control.tabIndex >= 0 || control.matches(":disabled, [aria-disabled=true]")) return true;
    const group = control.closest(COMPOSITES);
    return (
      group !== null &&
      (group.matches("[tabindex='0']") || group.querySelector("[tabindex='0'], input") !== null)
    );
  };
  const isShown = (element: Element): boolean => {
    const box = element.getBoundingClientRect();
    return (
      box.width > 1 &&
      box.height > 1 &&
      element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    );
  };
  const name = (element: Element): string =>
    `${element.tagName.toLowerCase()}.${element.className} "${(element.getAttribute("aria-label") ?? element.textContent ?? "").trim().slice(0, 40)}"`;
  const isPressable = (element: Element): boolean => getComputedStyle(element).cursor === "pointer";
  const ways = (element: Element): (Element | null | undefined)[] => [
    element.closest(CONTROLS),
    element.closest("label")?.control,
    ...element.querySelectorAll(CONTROLS),
  ];

  const shown = [...document.body.querySelectorAll("*")].filter(isShown);
  const unreached = shown.filter((element) => {
    const parent = element.parentElement;
    if (!isPressable(element) || (parent && isPressable(parent))) return false;
    return !element.matches(KEYED) && !ways(element).some((control) => control && isReached(control));
  });
  const seen = (element: Element): string => {
    const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor } =
      getComputedStyle(element);
    return [outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor].join();
  };
  const around = (element: Element): string =>
    [element, element.parentElement, element.parentElement?.parentElement]
      .map((each) => each && seen(each))
      .join("|");
  const before = document.activeElement;
  const unseen = (withRings ? shown : []).filter((element) => {
    if (!(element instanceof HTMLElement) || !element.matches(CONTROLS) || element.tabIndex < 0) return false;
    if (element.matches("iframe")) return false;
    if (document.activeElement === element) element.blur();
    const rest = around(element);
    element.focus({ preventScroll: true, focusVisible: true } as FocusOptions);
    const isTold = document.activeElement !== element || around(element) !== rest;
    element.blur();
    return !isTold;
  });
  if (before instanceof HTMLElement) before.focus({ preventScroll: true });
  return [
    ...unreached.map((each) => `not reached: ${name(each)}`),
    ...unseen.map((each) => `no ring: ${name(each)}`),
  ];
}
