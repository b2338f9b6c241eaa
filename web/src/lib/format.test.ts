import { describe, expect, it } from "vitest";
import { age, count, duration, elapsed, money, tokens } from "./format";

describe("formats", () => {
  it.each([
    [3, "<0.01 s"],
    [12, "0.01 s"],
    [1234, "1.2 s"],
    [39_000, "39.0 s"],
    [99_400, "1 min 39 s"],
    [7_500_000, "2 h 5 min"],
  ])("spells %d ms", (ms, text) => expect(duration(ms, "en")).toBe(text));

  it("counts whole seconds of what goes on", () => {
    expect(elapsed(2900, "en")).toBe("2 s");
    expect(elapsed(65_000, "en")).toBe("1 min 5 s");
  });

  it("spells durations in Turkish", () => expect(duration(1234, "tr")).toBe("1,2 sn."));

  it.each([
    [940, "940"],
    [1400, "1.4k"],
    [16_000, "16k"],
    [200_000, "200k"],
  ])("shortens %d tokens", (value, text) => expect(tokens(value, "en")).toBe(text));

  it("gives small sums three digits", () => {
    expect(money(230_000, "en")).toBe("$0.23");
    expect(money(21_000, "en")).toBe("$0.021");
    expect(money(0, "en")).toBe("$0.00");
  });

  it("separates thousands by language", () => {
    expect(count(114_147, "en")).toBe("114,147");
    expect(count(114_147, "tr")).toBe("114.147");
  });

  it("gives an age in its largest unit", () => {
    const now = Date.parse("2026-11-15T12:00:00Z");
    expect(age("2026-11-15T11:59:50Z", now, "en")).toBe("now");
    expect(age("2026-11-15T11:48:00Z", now, "en")).toBe("12 min");
    expect(age("2026-11-15T09:00:00Z", now, "en")).toBe("3 h");
    expect(age("2026-11-13T09:00:00Z", now, "en")).toBe("2 d");
    expect(age("2026-10-01T09:00:00Z", now, "en")).toBe("1 Oct 2026");
  });
});
