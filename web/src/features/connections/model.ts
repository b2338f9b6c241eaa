/** Connections as rows and forms: decisions on plain data. */
import type { CredentialChange, CredentialInfo, FieldInfo, NewCredential, ProviderInfo } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";

export const KINDS = ["model", "search", "image"] as const;
export const PARTS = [...KINDS, "mcp", "publish", "defaults"] as const;

export type Kind = (typeof KINDS)[number];
export type Part = (typeof PARTS)[number];

/** Return how a connection stands: its sign and the name of the word for it. */
export function stateOf(credential: CredentialInfo) {
  if (credential.status === "inactive") return { tone: "stopped", word: "connections.off" } as const;
  if (!credential.keyFingerprintCurrent) return { tone: "failed", word: "connections.unreadable" } as const;
  if (credential.lastError) return { tone: "failed", word: "connections.failing" } as const;
  if (!credential.lastTestedAt) return { tone: "waiting", word: "connections.untested" } as const;
  return { tone: "done" satisfies StateTone, word: "connections.works" } as const;
}

/** Return the fields to ask for at once, and those that are only offered. */
export function splitFields(provider: ProviderInfo): { asked: FieldInfo[]; offered: FieldInfo[] } {
  return {
    asked: provider.fields.filter((field) => !field.advanced),
    offered: provider.fields.filter((field) => field.advanced),
  };
}

/** Return what a filled-in form sends: only the fields that hold something. */
export function asNew(provider: ProviderInfo, values: Record<string, string>): NewCredential {
  const given = provider.fields.filter((field) => values[field.name]?.trim());
  return {
    providerId: provider.id,
    kind: provider.kind as Kind,
    displayLabel: values.displayLabel?.trim() ?? "",
    fields: Object.fromEntries(given.map((field) => [field.name, values[field.name] ?? ""])),
    saveAnyway: values.saveAnyway === "yes",
  };
}

/** Return what a form changes: a secret left empty stays, an open field left empty is removed. */
export function asChange(fields: readonly FieldInfo[], values: Record<string, string>): CredentialChange {
  const given = fields.filter((field) => field.name in values && (!field.isSecret || values[field.name]));
  return {
    ...("displayLabel" in values ? { displayLabel: values.displayLabel ?? "" } : {}),
    fields: Object.fromEntries(given.map((field) => [field.name, values[field.name]?.trim() || null])),
    saveAnyway: values.saveAnyway === "yes",
  };
}
