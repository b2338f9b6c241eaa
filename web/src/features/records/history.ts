/** What happened to a record: its versions, answers, documents and briefs as one list, the newest first. */
import type { BriefInfo, DocumentInfo, EntityVersionInfo, ResponseInfo } from "@/api/schema";

export interface Happened {
  key: string;
  at: string;
  kind:
    | "made"
    | "changed"
    | "deleted"
    | "proposed"
    | "kept"
    | "edited"
    | "rejected"
    | "read"
    | "written"
    | "accepted";
  who: string;
  /** The fields, the document or the brief that it was about. */
  what: string;
  runId: string | null;
}

interface Known {
  versions: readonly EntityVersionInfo[];
  responses: readonly ResponseInfo[];
  documents: readonly Pick<DocumentInfo, "id" | "title" | "createdAt" | "createdBy">[];
  briefs: readonly BriefInfo[];
  /** Returns what a field is called. */
  label: (key: string) => string;
  /** Returns what an agent is called. */
  agent: (slug: string) => string;
}

/** Return all of it, the newest first. */
export function historyOf(known: Known): Happened[] {
  const found = [...changes(known), ...answered(known), ...papers(known), ...briefed(known)];
  return found.sort((one, other) => other.at.localeCompare(one.at));
}

function changes({ versions, label }: Known): Happened[] {
  return versions.map((one, at) => {
    const what = changedFields(versions[at + 1]?.state ?? null, one.state)
      .map(label)
      .join(", ");
    const kind = one.version === 1 ? "made" : one.state.isDeleted ? "deleted" : "changed";
    return { key: `v${one.version}`, at: one.createdAt, kind, who: one.by, what, runId: one.runId };
  });
}

function answered({ responses, label, agent }: Known): Happened[] {
  return responses.flatMap((one) => {
    const about = { what: label(one.fieldKey), runId: one.runId };
    const found: Happened[] = [];
    if (one.agent) {
      found.push({ ...about, key: one.id, at: one.createdAt, kind: "proposed", who: agent(one.agent) });
    }
    // What a person made of an agent's value is told once, of the agent's.
    if (one.agent && one.reviewedAt && one.status !== "proposed") {
      const kind = one.status === "rejected" ? "rejected" : one.status === "superseded" ? "edited" : "kept";
      const who = one.reviewedByName ?? "";
      found.push({ ...about, key: `${one.id}/${kind}`, at: one.reviewedAt, kind, who });
    }
    return found;
  });
}

function papers({ documents }: Known): Happened[] {
  return documents.map((one) => ({
    key: one.id,
    at: one.createdAt,
    kind: "read",
    who: one.createdBy,
    what: one.title,
    runId: null,
  }));
}

function briefed({ briefs, agent }: Known): Happened[] {
  return briefs.flatMap((one) => {
    const about = { what: one.headline, runId: one.runId };
    const found: Happened[] = [];
    if (one.headline) {
      found.push({ ...about, key: one.id, at: one.createdAt, kind: "written", who: agent(one.agent) });
    }
    if (one.acceptedAt) {
      const who = one.acceptedBy ?? "";
      found.push({ ...about, key: `${one.id}/yes`, at: one.acceptedAt, kind: "accepted", who });
    }
    return found;
  });
}

function changedFields(before: Record<string, unknown> | null, after: Record<string, unknown>): string[] {
  if (!before) return [];
  const [old, now] = [valuesIn(before), valuesIn(after)];
  const keys = [...new Set([...Object.keys(old), ...Object.keys(now)])];
  return keys.filter((key) => JSON.stringify(old[key]) !== JSON.stringify(now[key]));
}

function valuesIn(state: Record<string, unknown>): Record<string, unknown> {
  return { ...(state.fields as Record<string, unknown> | undefined), title: state.title };
}

/** Return the version that something of the list is about; none is the newest there could be. */
export function versionOf(key: string): number {
  const found = /^v(\d+)$/.exec(key);
  return found ? Number(found[1]) : Number.POSITIVE_INFINITY;
}
