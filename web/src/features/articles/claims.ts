/** The citation report claim by claim: what does not hold first, then what does, and by what. Pure. */
import type { Citation, Finding, Report } from "./model";

export interface Held {
  sentence: string;
  at: number;
  refs: number[];
  how: "exact" | "several" | "worded";
}

/** Tell whether a finding only leaves a claim open: rules alone cannot tell, and nothing is held against it. */
export function isOpen(finding: Finding): boolean {
  return finding.kind === "unproved";
}

/** Return the sentences that name a source and have no finding, in the order of the text. */
export function heldClaims(report: Report): Held[] {
  const found = new Set(report.findings.map((one) => one.start));
  const bySentence = new Map<number, Citation[]>();
  for (const one of report.citations) {
    if (!found.has(one.at)) bySentence.set(one.at, [...(bySentence.get(one.at) ?? []), one]);
  }
  return [...bySentence].map(([at, [first, ...more]]) => ({
    sentence: first?.sentence ?? "",
    at,
    refs: [first, ...more].map((one) => one?.ref ?? 0),
    how: first?.is_verbatim ? "exact" : more.length > 0 ? "several" : "worded",
  }));
}

/** Cut a sentence where the words of a finding stand; whole, else word by word, else nowhere. */
export function disputedIn(finding: Finding): { text: string; isDisputed: boolean }[] {
  const { sentence, detail } = finding;
  const words = detail.split(/[;,]\s+|\s+/).filter((word) => word.length > 2 || /\d/.test(word));
  for (const wanted of [[detail.trim()], words]) {
    const known = wanted.filter((one) => one && sentence.toLowerCase().includes(one.toLowerCase()));
    if (known.length === 0) continue;
    const pattern = known.map((one) => one.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
    return sentence
      .split(new RegExp(`(${pattern})`, "i"))
      .filter(Boolean)
      .map((text) => ({ text, isDisputed: known.some((one) => one.toLowerCase() === text.toLowerCase()) }));
  }
  return [{ text: sentence, isDisputed: false }];
}

/** Cut an excerpt where sentences of the text take their words from it. */
export function quotedIn(
  report: Report | null,
  source: { number: number; excerpt: string; start: number },
): { text: string; isQuoted: boolean; at: number }[] {
  const spans = (report?.citations ?? [])
    .filter((one) => one.ref === source.number && one.start !== undefined && one.end !== undefined)
    .map((one) => [Number(one.start) - source.start, Number(one.end) - source.start] as const)
    .sort(([left], [right]) => left - right);
  const made: { text: string; isQuoted: boolean; at: number }[] = [];
  let place = 0;
  for (const [start, end] of spans) {
    const from = Math.max(start, place);
    if (from >= end) continue;
    made.push({ text: source.excerpt.slice(place, from), isQuoted: false, at: place });
    made.push({ text: source.excerpt.slice(from, end), isQuoted: true, at: from });
    place = end;
  }
  made.push({ text: source.excerpt.slice(place), isQuoted: false, at: place });
  return made.filter((one) => one.text);
}

/** Return a text with another sentence, which names its sources itself, where that of a finding stands. */
export function withSentence(
  content: string,
  finding: Pick<Finding, "start" | "end">,
  sentence: string,
): string {
  const refs = /^(?:\s*\{\{\s*ref\s*:\s*\d{1,4}\s*\}\})+/i.exec(content.slice(finding.end))?.[0] ?? "";
  return content.slice(0, finding.start) + sentence + content.slice(finding.end + refs.length);
}
