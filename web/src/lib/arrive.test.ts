import { describe, expect, it } from "vitest";
import { arrive } from "./arrive";

const pause = () => Promise.resolve();

/** A studio that is away for some tries; what it sends fails as long. */
function away(tries: number, isMissing = false) {
  let asked = 0;
  const load = () => {
    asked += 1;
    return asked > tries && !isMissing ? Promise.resolve("part") : Promise.reject(new Error(`try ${asked}`));
  };
  return { load, asked: () => asked, isReachable: () => Promise.resolve(asked >= tries) };
}

describe("a part of the app", () => {
  it("comes when the studio is there again", async () => {
    const studio = away(4);
    expect(await arrive(studio.load, { isReachable: studio.isReachable, pause })).toBe("part");
    expect(studio.asked()).toBe(5);
  });

  it("is said to be missing where the studio answers and does not have it", async () => {
    const studio = away(1, true);
    const coming = arrive(studio.load, { isReachable: studio.isReachable, pause });
    await expect(coming).rejects.toThrow("try 2");
  });
});
