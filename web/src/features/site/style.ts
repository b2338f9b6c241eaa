/** Values of style rules: what holds at a width and where it comes from, and the CSS that changes it. */
import { encoded } from "./folder";
import type { Bag, Breakpoint, Canvas, Marks, SiteTokens, StyleRule } from "./model";
import type { Edit } from "./queries";

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
  const names = [styles, ...Object.values(contextStyles)].flatMap((bag) =>
    Object.keys(bag).filter((name) => !isPart(bag, name)),
  );
  return [...new Set(names)].filter((name) => !LISTED.has(name)).sort();
}

/** Return a property as CSS spells it. */
export function kebab(name: string): string {
  return name.startsWith("--") ? name : name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

const SIDES = ["Top", "Right", "Bottom", "Left"];
const BOXES: ReadonlySet<string> = new Set(["padding", "margin"]);
const LOUD = " !important";

/** Tell whether a property is one of four sides that are shown as one. */
function isPart(bag: Bag, name: string): boolean {
  return /^padding(Top|Right|Bottom|Left)$/.test(name) && SIDES.every((side) => `padding${side}` in bag);
}

/** Return what a bag says of a property, with its weight; four sides as the one that was written. */
function said(bag: Bag = {}, marks: Marks | undefined, name: string): string {
  const names = BOXES.has(name) && !(name in bag) ? SIDES.map((side) => name + side) : [name];
  const values = names.map((one) => String(bag[one] ?? ""));
  if (!values.every(Boolean)) return "";
  return boxOf(values) + (names.every((one) => marks?.[one]) ? LOUD : "");
}

function boxOf([top = "", right = top, bottom = top, left = right]: string[]): string {
  if (left !== right) return `${top} ${right} ${bottom} ${left}`;
  if (bottom !== top) return `${top} ${right} ${bottom}`;
  return right === top ? top : `${top} ${right}`;
}

/** Return a value without its weight. */
export function plain(value: string): string {
  return value.replace(/\s*!important$/i, "");
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
  const saidAt = (id: string) => said(rule.contextStyles[id], rule.contextStylePriorities?.[id], name);
  const base = said(rule.styles, rule.stylePriorities, name);
  if (width === null) return { own: base, inherited: "" };
  const own = saidAt(width);
  const at = breakpoints.find(({ id }) => id === width)?.width ?? 0;
  const wider = breakpoints
    .filter((one) => one.width > at)
    .toSorted((one, other) => one.width - other.width)
    .map(({ id }) => saidAt(id))
    .find(Boolean);
  return { own, inherited: wider || base };
}

/** Return the CSS of one declaration of a rule at a width. */
export function cssOf(
  rule: Pick<StyleRule, "selector">,
  name: string,
  value: string,
  at: Breakpoint | null,
): string {
  const block = `${rule.selector} { ${kebab(name)}: ${value}; }`;
  return at ? `@media ${at.mediaQuery} { ${block} }` : block;
}

/** Return the edits that give a property another value at a width, or none where the value is empty. */
export function styleEdits(
  rule: Pick<StyleRule, "selector">,
  name: string,
  { own, value }: { own: string; value: string },
  at: Breakpoint | null,
): Edit[] {
  const take = { tool: "remove_styles", input: { css: cssOf(rule, name, own, at) } };
  if (!value) return [take];
  // What is important gives way to nothing less, and a box may be kept as one value or as its sides.
  const isKept = own !== plain(own) || BOXES.has(name);
  const give = { tool: "applyCss", input: { css: cssOf(rule, name, value, at) } };
  return own && isKept ? [take, give] : [give];
}

type Contexts = Pick<Canvas, "breakpoints" | "conditions">;

/** Return what stands before the blocks of a rule, by context, in the order of the published sheet. */
function preludes({ breakpoints, conditions }: Contexts): [string, string][] {
  const inBrackets = (query: string) => (query.startsWith("(") ? query : `(${query})`);
  const given = conditions.map(({ id, condition: { kind, query, name } }): [string, string] => {
    if (kind === "media") return [id, `@media ${query}`];
    return [id, `@${kind} ${name ? `${name} ` : ""}${inBrackets(query)}`];
  });
  const widths = breakpoints.toSorted((one, other) => other.width - one.width);
  return [...given, ...widths.map(({ id, mediaQuery }): [string, string] => [id, `@media ${mediaQuery}`])];
}

/** Return a rule as CSS, with everything it depends on. */
export function ruleText(rule: StyleRule, contexts: Contexts): string {
  if (rule.rawCss) return rule.rawCss;
  const block = (bag: Bag, marks: Marks | undefined, pad: string) =>
    [
      `${pad}${rule.selector} {`,
      ...Object.keys(bag).map((name) => `${pad}  ${kebab(name)}: ${said(bag, marks, name)};`),
      `${pad}}`,
    ].join("\n");
  const blocks = preludes(contexts).flatMap(([id, prelude]) => {
    const bag = rule.contextStyles[id];
    return bag ? [`${prelude} {\n${block(bag, rule.contextStylePriorities?.[id], "  ")}\n}`] : [];
  });
  return [block(rule.styles, rule.stylePriorities, ""), ...blocks].join("\n\n");
}

/** Return the edits that put a text in place of a rule's; a text for another selector comes beside it. */
export function ruleEdits(rule: StyleRule, before: string, css: string): Edit[] {
  const give = { tool: "applyCss", input: { css } };
  const isSame = css.split(/[{}]/).some((part) => part.trim() === rule.selector);
  return isSame && !rule.rawCss ? [{ tool: "remove_styles", input: { css: before } }, give] : [give];
}

export type TokenKind = "colour" | "font";

/** Return the edit that makes a colour or a font of a name and what it stands for. */
export function newToken(kind: TokenKind, name: string, value: string): Edit {
  const [called, means] = [name.trim().replace(/^--(font-)?/, ""), value.trim()];
  if (kind === "colour")
    return { tool: "set_color_tokens", input: { tokens: [{ slug: called, lightValue: means }] } };
  return { tool: "set_font_tokens", input: { tokens: [{ name: called, fallback: means }] } };
}

/** Return the edits that take a font file into the site and name its family among the tokens. */
export async function uploadedFont(family: string, variant: string, file: File): Promise<Edit[]> {
  const data = await encoded(file);
  const format = file.name.split(".").at(-1)?.toLowerCase() ?? "";
  const token = { name: family.trim(), familyId: "$0.font.id" };
  return [
    { tool: "upload_font", input: { family: family.trim(), files: [{ variant, format, data }] } },
    { tool: "set_font_tokens", input: { tokens: [token] } },
  ];
}

const VARIABLE = /^var\((--[\w-]+)\)$/;

/** Return the token that a value is, with what it stands for; null for a literal. */
export function tokenOf(value: string, tokens: SiteTokens): { name: string; value: string } | null {
  const variable = VARIABLE.exec(plain(value.trim()))?.[1];
  if (!variable) return null;
  const known = tokenList(tokens).find(({ cssVar }) => cssVar === variable);
  return { name: variable.slice(2), value: known?.value ?? "" };
}

/** Return a value by the name of its token, where it is one. */
export function shortOf(value: string, tokens: SiteTokens): string {
  return tokenOf(value, tokens)?.name ?? value;
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
