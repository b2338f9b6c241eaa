import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";

/** Storage as browsers have it: its keys are its own properties. */
function storage(kept: Record<string, string>): Storage {
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, value: string) => {
      kept[name] = value;
      shown[name] = value;
    },
    removeItem: (name: string) => {
      delete kept[name];
      delete shown[name];
    },
  };
  const shown = Object.assign(Object.create(methods), kept) as Record<string, string>;
  return shown as unknown as Storage;
}

describe("drafts", () => {
  const kept: Record<string, string> = {};

  beforeEach(() => {
    vi.resetModules();
    vi.stubGlobal("localStorage", storage(kept));
  });
  afterEach(() => vi.unstubAllGlobals());

  it("outlive the page, each by itself, so that two tabs do not lose each other's", async () => {
    const one = await import("./drafts");
    vi.resetModules();
    const other = await import("./drafts");
    one.keepDraft("p/articles/en/elm", { base: {}, values: { title: "The elm" } });
    other.keepDraft("p/articles/en/swifts", { base: {}, values: { title: "Swifts" } });
    vi.resetModules();
    vi.stubGlobal("localStorage", storage(kept));
    const { useDrafts, keepDraft } = await import("./drafts");
    expect(Object.keys(useDrafts.getState().drafts).sort()).toEqual([
      "p/articles/en/elm",
      "p/articles/en/swifts",
    ]);
    keepDraft("p/articles/en/elm", null);
    expect(Object.keys(kept)).toEqual(["proofroom.draft/p/articles/en/swifts"]);
  });

  it("are read with care", async () => {
    const { readDraft } = await import("./drafts");
    expect(readDraft("{")).toBeNull();
    expect(readDraft('{"values": {}}')).toBeNull();
    expect(readDraft('{"base": {}, "values": {"a": 1}}')?.values).toEqual({ a: 1 });
  });
});
