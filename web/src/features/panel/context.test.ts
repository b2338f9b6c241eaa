import { describe, expect, it } from "vitest";
import { contextOfMessage, panelState, pinnable } from "./context";

const shown = {
  screen: "content",
  title: "A bench for every hill",
  selection: { model: "articles", entry: "a-bench", locale: "en" },
};

describe("a message's context", () => {
  it("names the entry on the screen as agents know it", () => {
    expect(contextOfMessage(shown, [])).toEqual({
      ...shown,
      panelState: "model",
      activeModelId: "articles",
      activeEntryId: "a-bench",
      activeLocale: "en",
    });
  });

  it("says what is open, in the words agents know", () => {
    expect(panelState({})).toBe("overview");
    expect(panelState({ model: "articles", branch: "cr/chat/1" })).toBe("branch");
    expect(panelState({ part: "glossary", model: "articles" })).toBe("vocabulary");
  });

  it("carries what is pinned", () => {
    const pins = [
      { modelId: "articles", entryId: "the-elm", label: "The last elm" },
      { modelId: "topics", entryId: null, label: "Topics" },
    ];
    const context = contextOfMessage({ screen: "runs", title: "Runs" }, pins);
    expect(context.contextItems).toEqual([
      { type: "entry", modelId: "articles", entryId: "the-elm" },
      { type: "model", modelId: "topics" },
    ]);
  });

  it("knows what can be pinned", () => {
    expect(pinnable(shown)).toEqual({ modelId: "articles", entryId: "a-bench", label: shown.title });
    expect(pinnable({ screen: "runs", title: "Runs" })).toBeNull();
  });
});
