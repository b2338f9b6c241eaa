import { describe, expect, it } from "vitest";
import { normalise, pressed, shown } from "./keyboard";

const NONE = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe("chords", () => {
  it("writes the main modifier the same on every machine", () => {
    expect(pressed({ ...NONE, key: "j", ctrlKey: true }, false)).toBe("Mod+j");
    expect(pressed({ ...NONE, key: "j", metaKey: true }, true)).toBe("Mod+j");
  });

  it("does not count Shift for a sign that needs it", () => {
    expect(pressed({ ...NONE, key: "?", shiftKey: true }, false)).toBe("?");
    expect(pressed({ ...NONE, key: "Enter", shiftKey: true }, false)).toBe("Shift+Enter");
  });

  it("compares letters without case", () => expect(normalise("Mod+K")).toBe("Mod+k"));

  it("shows what is printed on the keys", () => {
    expect(shown("Mod+K", false)).toBe("Ctrl K");
    expect(shown("Mod+K", true)).toBe("⌘ K");
  });
});
