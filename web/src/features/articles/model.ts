/** An article as its desk shows it: parts, sentences with their sources, findings at their places. Pure. */
import type { ArticleDetail } from "@/api/schema";

export interface Finding {
  kind: string;
  section: string;
  sentence: string;
  start: number;
  end: number;
  detail: string;
  ref: number | null;
  blocking: boolean;
  /** The rules, a model's name, or both; absent in reports that are older than the second reader. */
  found_by?: string;
  quote?: string;
  /** Which person holds it for none, and why. */
  dismissed?: { by?: string; reason?: string };
}

export interface Citation {
  ref: number;
  sentence: string;
  at: number;
  share: number;
  is_verbatim: boolean;
  /** Where the quote stands in the source's document. */
  start?: number;
  end?: number;
}

export interface Report {
  references: number;
  resolved: number;
  claims: number;
  cited_claims: number;
  integrity: number;
  coverage: number;
  passes: boolean;
  findings: Finding[];
  citations: Citation[];
  links?: Record<string, "alive" | "dead" | "unchecked">;
  models?: string[];
  read?: number;
  weighed?: number;
  lifted?: Finding[];
  readings?: { trouble: string };
  /** Claims in other words than their sources that rules alone cannot tell; absent in older reports. */
  unproved?: number;
}

export interface Sentence {
  key: string;
  text: string;
  refs: number[];
  findings: Finding[];
}

export type Block = { key: string } & (
  | { kind: "text"; raw: string; sentences: Sentence[] }
  | { kind: "picture"; alt: string; path: string }
  | { kind: "slot"; text: string }
);

export interface Part {
  heading: string;
  blocks: Block[];
}

export type StageState = "done" | "now" | "waits" | "failed" | "later";

export interface Stage {
  id: "topic" | "research" | "outline" | "draft" | "pictures" | "check" | "send";
  state: StageState;
}

const REF = /\{\{\s*ref\s*:\s*(\d{1,4})\s*\}\}/gi;
const ORDER = [
  "draft",
  "interviewing",
  "research",
  "foundations",
  "skeleton",
  "foundations_approval",
  "writing",
  "humanity_checking",
  "creating_visuals",
  "ready",
  "published",
];

/** Return an article's citation report, if it has one. */
export function reportOf(article: Pick<ArticleDetail, "report">): Report | null {
  return article.report ? (article.report as unknown as Report) : null;
}

/** Return the findings that stop a piece. */
export function blocking(report: Report | null): Finding[] {
  return report?.findings.filter((each) => each.blocking) ?? [];
}

/** Cut a text into its parts: what stands above the first heading has an empty one. */
export function partsOf(content: string, report: Report | null): Part[] {
  const parts: Part[] = [{ heading: "", blocks: [] }];
  let place = 0;
  for (const piece of content.split(/(\n\n+)/)) {
    const text = piece.trim();
    const start = place + piece.indexOf(text);
    place += piece.length;
    if (!text || text === "---" || /^# /.test(text)) continue;
    const heading = /^## +(.+)$/.exec(text);
    const last = parts[parts.length - 1];
    if (heading?.[1]) parts.push({ heading: heading[1].trim(), blocks: [] });
    else last?.blocks.push(blockOf(text, start, report));
  }
  return parts.filter((part) => part.heading || part.blocks.length > 0);
}

function blockOf(text: string, start: number, report: Report | null): Block {
  const key = String(start);
  const picture = /^!\[([^\]]*)\]\(([^)]+)\)$/.exec(text);
  if (picture) return { kind: "picture", key, alt: picture[1] ?? "", path: picture[2] ?? "" };
  const slot = /^\[IMAGE:\s*([^\]]+)\]$/i.exec(text);
  if (slot) return { kind: "slot", key, text: slot[1] ?? "" };
  return { kind: "text", key, raw: text, sentences: sentencesOf(text, start, report) };
}

/** Cut a paragraph after each group of references; a finding belongs to the piece it stands in. */
export function sentencesOf(text: string, start: number, report: Report | null): Sentence[] {
  const made: Sentence[] = [];
  const groups = text.matchAll(/[\s\S]+?(?:(?:\s*\{\{\s*ref\s*:\s*\d{1,4}\s*\}\})+|$)/gi);
  for (const found of groups) {
    const [whole] = found;
    const begin = start + found.index;
    const end = begin + whole.length;
    const bare = whole.replace(REF, "").trim();
    const refs = [...whole.matchAll(REF)].map((found) => Number(found[1]));
    const findings = report?.findings.filter((each) => each.start < end && each.end > begin) ?? [];
    if (bare) made.push({ key: `${begin}:${end}`, text: bare, refs: [...new Set(refs)], findings });
  }
  return made;
}

/** Return the stages of the work and how far each is. */
export function stagesOf(article: Pick<ArticleDetail, "status" | "runId" | "report">): Stage[] {
  const at = ORDER.indexOf(article.status);
  const isMoving = Boolean(article.runId) && article.status !== "foundations_approval";
  const state = (from: number, to: number): StageState =>
    at >= to ? "done" : at >= from && isMoving ? "now" : "later";
  const report = reportOf(article);
  const check: StageState =
    blocking(report).length > 0 ? "failed" : report && at >= ORDER.indexOf("ready") ? "done" : "later";
  return [
    { id: "topic", state: "done" },
    { id: "research", state: state(0, 2) },
    { id: "outline", state: article.status === "foundations_approval" ? "waits" : state(2, 4) },
    { id: "draft", state: state(4, 7) },
    { id: "pictures", state: state(7, 9) },
    { id: "check", state: check },
    { id: "send", state: article.status === "published" ? "done" : "later" },
  ];
}

/** Return how often each source is used, and the sentences that use it. */
export function usesOf(report: Report | null): Map<number, string[]> {
  const uses = new Map<number, string[]>();
  for (const { ref, sentence } of report?.citations ?? [])
    uses.set(ref, [...(uses.get(ref) ?? []), sentence]);
  return uses;
}

/** Return how many words a text has, without references and pictures. */
export function wordsIn(content: string): number {
  const bare = content.replace(REF, "").replace(/!\[[^\]]*\]\([^)]*\)|\[IMAGE:[^\]]*\]/gi, "");
  return bare.split(/\s+/).filter((word) => /\w/.test(word)).length;
}

/** Return the headings a skeleton plans, with the sources each names. */
export function planOf(skeleton: string): { heading: string; notes: string; refs: number[] }[] {
  return partsOf(skeleton, null)
    .filter((part) => part.heading)
    .map(({ heading, blocks }) => {
      const texts = blocks.flatMap((block) => (block.kind === "text" ? block.sentences : []));
      const notes = texts.map((each) => each.text).join(" ");
      return {
        heading,
        notes: notes.replace(/^\[(?:PLACEHOLDER: )?|;?\s*sources?\s*\]?$|\]$/gi, "").trim(),
        refs: [...new Set(texts.flatMap((each) => each.refs))],
      };
    });
}

const WRITING = /^(?:50\.write\.(\d+)|75\.section)/;

/** Return the heading of the section a step of the run writes; empty for the opening, null for other steps. */
export function sectionOfStep(step: string, headings: readonly string[]): string | null {
  const found = WRITING.exec(step);
  if (!found) return null;
  const number = Number(found[1] ?? 0);
  return number === 0 ? "" : (headings[number - 1] ?? "");
}

/** Return a text without a sentence, and without the space it leaves. */
export function withoutSpan(content: string, start: number, end: number): string {
  const rest = content.slice(end);
  return content.slice(0, start) + (content[start - 1] === " " ? rest : rest.replace(/^ +/, ""));
}

/** Return what people without an account said about a plan. */
export function notesOf(
  article: Pick<ArticleDetail, "metadata">,
): { by: string; note: string; at: string }[] {
  const notes = article.metadata.planNotes;
  return Array.isArray(notes) ? notes : [];
}

/** Return words to avoid as lines a person edits: the phrase, an arrow, what to write instead. */
export function avoidText(avoid: Record<string, string>): string {
  return Object.entries(avoid)
    .map(([phrase, instead]) => (instead ? `${phrase} → ${instead}` : phrase))
    .join("\n");
}

/** Read such lines; `=` and `->` do for the arrow. */
export function avoidOf(text: string): Record<string, string> {
  const lines = text.split("\n").map((line) => line.split(/→|->|=/).map((side) => side.trim()));
  return Object.fromEntries(
    lines.filter(([phrase]) => phrase).map(([phrase, instead]) => [phrase, instead ?? ""]),
  );
}

/** Return the model that found something, or found it too; null where rules alone did. */
export function modelOf(finding: Finding): string | null {
  const by = (finding.found_by ?? "rules").replace(/^rules(?:, )?/, "");
  return by || null;
}

/** Return how many addresses of sources stand how. */
export function linkTally(report: Report | null): { dead: number; unchecked: number; tried: number } {
  const states = Object.values(report?.links ?? {});
  return {
    tried: states.length,
    dead: states.filter((state) => state === "dead").length,
    unchecked: states.filter((state) => state === "unchecked").length,
  };
}

/** A phrase that reads like a machine's, at its place. */
export interface Phrase {
  start: number;
  end: number;
  text: string;
  rule: string;
  name: string;
  advice: string;
  suggestion: string | null;
}

/** Return the phrases that stand in a paragraph. */
export function phrasesIn(phrases: readonly Phrase[], start: number, length: number): Phrase[] {
  return phrases.filter((one) => one.start >= start && one.end <= start + length);
}
