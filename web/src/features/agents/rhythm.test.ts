import { describe, expect, it } from "vitest";
import { cronOf, oftenOf, rhythmOf, USUAL, weekdayName } from "./rhythm";

describe("a rhythm", () => {
  it.each([
    ["15 * * * *", "hourly"],
    ["30 9 * * *", "daily"],
    ["0 7 * * 1-5", "weekdays"],
    ["5 18 * * 0", "weekly"],
    ["0 6 28 * *", "monthly"],
    ["*/10 * * * *", "own"],
    ["0 7 * 1 *", "own"],
    ["0 7,19 * * *", "own"],
  ])("%s is %s, and comes back as it was", (cron, kind) => {
    const rhythm = rhythmOf(cron);
    expect(rhythm.kind).toBe(kind);
    expect(cronOf(rhythm)).toBe(cron);
  });

  it("writes hours and minutes with two digits", () => {
    expect(rhythmOf("5 7 * * *").time).toBe("07:05");
    expect(cronOf({ ...USUAL, kind: "daily", time: "07:05" })).toBe("5 7 * * *");
  });

  it("takes both of cron's Sundays", () => {
    expect(rhythmOf("0 7 * * 7").weekday).toBe(0);
    expect(weekdayName(0, "en")).toBe("Sunday");
    expect(weekdayName(1, "tr")).toBe("Pazartesi");
  });

  it("is said as so many minutes where it is that", () => {
    expect(oftenOf("*/30 7-19 * * *")).toEqual({ minutes: 30, from: "07:00", to: "19:00" });
    expect(oftenOf("*/5 * * * *")).toEqual({ minutes: 5, from: "", to: "" });
    expect(oftenOf("0 7 * * 1-5")).toBeNull();
  });
});
