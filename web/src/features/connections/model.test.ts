import { describe, expect, it } from "vitest";
import type { CredentialInfo, FieldInfo, ProviderInfo } from "@/api/schema";
import { asChange, asNew, splitFields, stateOf } from "./model";

const field = (name: string, more: Partial<FieldInfo> = {}): FieldInfo => ({
  name,
  label: name,
  isSecret: false,
  required: false,
  advanced: false,
  example: "",
  ...more,
});
const provider: ProviderInfo = {
  id: "anthropic",
  kind: "model",
  title: "Anthropic",
  baseUrl: "",
  fields: [field("apiKey", { isSecret: true, required: true }), field("baseUrl", { advanced: true })],
  anyOf: [],
};

describe("a connection's form", () => {
  it("asks only for what the provider needs", () => {
    const { asked, offered } = splitFields(provider);
    expect(asked.map(({ name }) => name)).toEqual(["apiKey"]);
    expect(offered.map(({ name }) => name)).toEqual(["baseUrl"]);
  });

  it("sends only what was filled in, and saves a failing one only when told", () => {
    const sent = asNew(provider, { displayLabel: " Desk ", apiKey: "k", baseUrl: "" });
    expect(sent).toMatchObject({ displayLabel: "Desk", fields: { apiKey: "k" }, saveAnyway: false });
    expect(asNew(provider, { apiKey: "k", saveAnyway: "yes" }).saveAnyway).toBe(true);
  });

  it("keeps a secret that was left empty and removes an open field that was emptied", () => {
    const change = asChange(provider.fields, { displayLabel: "Desk", apiKey: "", baseUrl: "" });
    expect(change.fields).toEqual({ baseUrl: null });
  });

  it("changes nothing but the key when the key is replaced", () => {
    const secrets = provider.fields.filter(({ isSecret }) => isSecret);
    expect(asChange(secrets, { apiKey: "new" })).toEqual({ fields: { apiKey: "new" }, saveAnyway: false });
  });
});

describe("how a connection stands", () => {
  const works = {
    status: "active",
    keyFingerprintCurrent: true,
    lastError: null,
    lastTestedAt: "2026-11-15",
  };
  const word = (change: object) => stateOf({ ...works, ...change } as CredentialInfo).word;

  it("says the worst first", () => {
    expect(word({})).toBe("connections.works");
    expect(word({ lastTestedAt: null })).toBe("connections.untested");
    expect(word({ lastError: "401" })).toBe("connections.failing");
    expect(word({ lastError: "401", keyFingerprintCurrent: false })).toBe("connections.unreadable");
    expect(word({ lastError: "401", status: "inactive" })).toBe("connections.off");
  });
});
