import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { sentenceOf } from "./sentence";

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

describe("what an inbox item says", () => {
  it("names agent and tool as people do", () => {
    const item = {
      kind: "approval",
      title: "",
      askedBy: "editor",
      about: "publish_entries",
      more: null,
      count: 0,
    };
    expect(sentenceOf(item, "Editor", t)).toBe('inbox.wantsTool {"agent":"Editor","tool":"Publish entries"}');
  });

  it("says what a proposal is about and how much more", () => {
    const item = { kind: "proposal", title: "", askedBy: "editor", about: "Swifts", more: 2, count: 6 };
    expect(sentenceOf(item, "Editor", t)).toContain("inbox.aboutMore");
    expect(sentenceOf({ ...item, more: 0 }, "Editor", t)).toContain("inbox.aboutOne");
    expect(sentenceOf({ ...item, more: null }, "Editor", t)).toContain('"about":"Swifts"');
  });

  it("lets kinds it does not know speak for themselves", () => {
    const item = { kind: "budget", title: "Stopped at $4.00", askedBy: "", about: "", more: null, count: 0 };
    expect(sentenceOf(item, "", t)).toBe("Stopped at $4.00");
  });
});
