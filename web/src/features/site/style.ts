/** Values of style rules: what holds at a width and where it comes from, and the CSS that changes it. */
import type { Bag, Breakpoint, Canvas, SiteTokens, StyleRule } from "./model";

export interface Property {
  name: string;
  /** True for values that need the whole row. */
  wide?: boolean;
  isColour?: boolean;
}

export const GROUPS = {
  type: [
    { name: "fontSize" },
    { name: "lineHeight" },
    { name: "fontWeight" },
    { name: "textAlign" },
    { name: "fontFamily", wide: true },
    { name: "color", wide: true, isColour: true },
  ],
  space: [{ name: "marginTop" }, { name: "marginBottom" }, { name: "padding" }, { name: "gap" }],
  box: [
    { name: "display" },
    { name: "gridTemplateColumns" },
    { name: "width" },
    { name: "maxWidth" },
    { name: "backgroundColor", wide: true, isColour: true },
    { name: "borderRadius" },
  ],
} as const satisfies Record<string, readonly Property[]>;

export type Group = keyof typeof GROUPS;

const LISTED: ReadonlySet<string> = new Set(
  Object.values(GROUPS).flatMap((group) => group.map(({ name }) => name as string)),
);

/** Return the properties of a rule that stand in no group, whichever width they are for. */
export function otherProperties({ styles, contextStyles }: StyleRule): string[] {
  const names = [styles, ...Object.values(contextStyles)].flatMap((bag) => Object.keys(bag));
  return [...new Set(names)].filter((name) => !LISTED.has(name)).sort();
}

/** Return a property as CSS spells it. */
export function kebab(name: string): string {
  return name.startsWith("--") ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

export interface Held {
  /** What the rule itself says at this width; empty where it says nothing. */
  own: string;
  /** What holds instead, from a wider width or from all. */
  inherited: string;
}

/** Return what a rule says of a property at a width, and what it takes over where it says nothing. */
export function valueAt(
  rule: StyleRule,
  name: string,
  width: string | null,
  breakpoints: readonly Breakpoint[],
): Held {
  const said = (bag: Bag | undefined) => String(bag?.[name] ?? "");
  const base = said(rule.styles);
  if (width === null) return { own: base, inherited: "" };
  const own = said(rule.contextStyles[width]);
  const at = breakpoints.find(({ id }) => id === width)?.width ?? 0;
  const wider = breakpoints
    .filter((one) => one.width > at)
    .toSorted((one, other) => one.width - other.width)
    .map(({ id }) => said(rule.contextStyles[id]))
    .find(Boolean);
  return { own, inherited: wider || base };
}

/** Return the CSS that sets a property of a rule at a width, or takes it out where the value is empty. */
export function cssOf(
  rule: Pick<StyleRule, "selector">,
  name: string,
  value: string,
  at: Breakpoint | null,
): string {
  const block = `${rule.selector} { ${kebab(name)}: ${value || "unset"}; }`;
  return at ? `@media ${at.mediaQuery} { ${block} }` : block;
}

const VARIABLE = /^var\((--[\w-]+)\)$/;

/** Return the token that a value is, with what it stands for; null for a literal. */
export function tokenOf(value: string, tokens: SiteTokens): { name: string; value: string } | null {
  const variable = VARIABLE.exec(value.trim())?.[1];
  if (!variable) return null;
  const known = tokenList(tokens).find(({ cssVar }) => cssVar === variable);
  return { name: variable.slice(2), value: known?.value ?? "" };
}

/** Return every token with its variable and value. */
export function tokenList({
  colors,
  typography,
  spacing,
  fonts,
}: SiteTokens): { cssVar: string; value: string }[] {
  return [
    ...colors,
    ...[...typography, ...spacing].flatMap(({ steps }) => steps),
    ...fonts.map(({ cssVar, stack }) => ({ cssVar, value: stack })),
  ].map(({ cssVar, value }) => ({ cssVar, value }));
}

/** Return the tokens that fit a property, as values to choose. */
export function suggestions(name: string, { tokens }: Pick<Canvas, "tokens">): string[] {
  const { colors, typography, spacing, fonts } = tokens;
  const steps = (scales: typeof typography) => scales.flatMap((scale) => scale.steps.map(({ ref }) => ref));
  if (/color/i.test(name)) return colors.map(({ ref }) => ref);
  if (name === "fontSize") return steps(typography);
  if (name === "fontFamily") return fonts.map(({ ref }) => ref);
  return /margin|padding|gap|width|inset/i.test(name) ? steps(spacing) : [];
}
