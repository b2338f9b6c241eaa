import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import { sentenceOf } from "./sentence";

const t = ((key: string, values: object) => `${key} ${JSON.stringify(values)}`) as unknown as TFunction;

describe("what an inbox item says", () => {
  it("names agent and tool as people do", () => {
    const item = { kind: "approval", title: "", askedBy: "editor", about: "publish_entries", count: 0 };
    expect(sentenceOf(item, "Editor", t)).toBe('inbox.wantsTool {"agent":"Editor","tool":"Publish entries"}');
  });

  it("lets kinds it does not know speak for themselves", () => {
    const item = { kind: "budget", title: "Stopped at $4.00", askedBy: "", about: "", count: 0 };
    expect(sentenceOf(item, "", t)).toBe("Stopped at $4.00");
  });
});
