import { describe, expect, it } from "vitest";
import { closeOpenMarks, placeIn, plainWords, resolveReferences, safeHref } from "./markdown";

describe("addresses from a model", () => {
  it.each([
    "javascript:alert(1)",
    "JaVaScRiPt:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "/settings",
    "//evil.example",
    "file:///etc/passwd",
  ])("refuses %s", (href) => expect(safeHref(href)).toBeNull());

  it("lets web and mail addresses through", () => {
    expect(safeHref("https://bto.org/birds")).toBe("https://bto.org/birds");
    expect(safeHref("mailto:a@b.example")).toBe("mailto:a@b.example");
  });
});

describe("pages of the app that a model names", () => {
  const here = "https://studio.example";

  it.each([
    ["/records?document=d1#3", "/records?document=d1#3"],
    ["/runs/r1", "/runs/r1"],
    ["/review/p1", "/review/p1"],
    [`${here}/agents?agent=editor`, "/agents?agent=editor"],
  ])("opens %s", (href, path) => expect(placeIn(href, here)).toBe(path));

  it.each([
    "/api/agent-connections/c1/oauth/start",
    "/setup?token=x",
    "/link/x",
    "/invite?token=x",
    "//evil.example/records",
    "/\\evil.example/records",
    "/records/../api/x",
    "https://studio.example.evil.example/records",
    "https://evil.example/records",
    "javascript:alert(1)",
    "records",
  ])("opens no %s", (href) => expect(placeIn(href, here)).toBeNull());
});

describe("character references", () => {
  it("resolves common ones and leaves unknown ones", () => {
    expect(resolveReferences("a &amp; b &lt;c&gt; &#39;d&#x27; &unknown; &#0;")).toBe(
      "a & b <c> 'd' &unknown; \ufffd",
    );
  });
});

describe("plain words", () => {
  it("leaves out marks, code and addresses", () => {
    expect(plainWords("# Two **sources** in [BTO](https://x.example)\n```\ncode\n```")).toBe(
      " Two sources in BTO\n ",
    );
  });
});

describe("text that is still being written", () => {
  it.each([
    ["as **one", "as **one**"],
    ["as **one ", "as **one**"],
    ["as **", "as "],
    ["use `proof", "use `proof`"],
    ["see [BTO](https://bto.or", "see BTO"],
    ["see [BT", "see BT"],
    ["**done**, and", "**done**, and"],
    ["one **bold\n\ntwo", "one **bold\n\ntwo"],
    ["```\na ** b", "```\na ** b"],
  ])("%j is shown as %j", (text, shown) => expect(closeOpenMarks(text)).toBe(shown));
});
