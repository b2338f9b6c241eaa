import { expect, it } from "vitest";
import { halfHours } from "./beats";

it("shows each half hour of a day by the weightiest beat in it", () => {
  const midnight = Date.parse("2026-11-18T00:00:00Z");
  const beat = (time: string, status: string, skipReason = "") => ({
    scheduledFor: `2026-11-${time}:00Z`,
    status,
    skipReason,
  });
  const day = halfHours(
    [
      beat("18T16:10", "skipped", "overlap"),
      beat("18T16:00", "completed"),
      beat("18T07:45", "skipped", "no_work"),
      beat("17T23:59", "completed"),
    ],
    midnight,
  );
  expect(day).toHaveLength(48);
  expect([day[32], day[15], day[47], day[0]]).toEqual(["worked", "idle", null, null]);
});
