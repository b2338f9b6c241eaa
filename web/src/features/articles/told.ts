import type { Finding } from "./model";

/** Return what a finding names as a person reads it: a share of words as such, a word of the text in its marks. */
export function toldBy(finding: Finding): { percent: number } | { words: string } | null {
  if (!finding.detail) return null;
  if (finding.kind === "unsupported" && /^[01]\.\d+$/.test(finding.detail)) {
    return { percent: Math.round(Number(finding.detail) * 100) };
  }
  return { words: finding.detail };
}

/** Return the run that worked on an article last, once it has ended. */
export function lastRunOf(article: {
  runId: string | null;
  metadata: Record<string, unknown>;
}): string | null {
  const last = article.metadata.lastRunId;
  return article.runId === null && typeof last === "string" ? last : null;
}

/** Return why a run could not do its work, in a sentence or two; null where it could. */
export function failureOf(run: { status: string; error: Record<string, unknown> | null }): string | null {
  if (run.status !== "failed" || !run.error) return null;
  const said = [run.error.message, run.error.suggestion].filter((one) => typeof one === "string" && one);
  return said.join(" ") || null;
}
