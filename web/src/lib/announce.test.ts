import { describe, expect, it } from "vitest";
import { announce, splitSentences, useAnnouncement } from "./announce";

describe("announcing", () => {
  it("says whole sentences and keeps the unfinished one", () => {
    expect(splitSentences("Two sources give a price. They diff")).toEqual({
      ready: "Two sources give a price.",
      rest: " They diff",
    });
  });

  it("waits when no sentence has ended", () => {
    expect(splitSentences("Version 2.5 of the")).toEqual({ ready: "", rest: "Version 2.5 of the" });
  });

  it("takes a line's end as an end", () => {
    expect(splitSentences("- one\n- tw")).toEqual({ ready: "- one", rest: "- tw" });
  });

  it("can say the same words twice", () => {
    announce("Stopped.");
    const first = useAnnouncement.getState().turn;
    announce("Stopped.");
    expect(useAnnouncement.getState().turn).toBe(first + 1);
  });
});
