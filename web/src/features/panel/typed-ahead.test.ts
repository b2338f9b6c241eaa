import { describe, expect, it } from "vitest";
import { delivered, isWanted, takingBack } from "./typed-ahead";

describe("a message typed ahead", () => {
  it("is taken back only when it has arrived, and is not shown meanwhile", async () => {
    const seen: string[] = [];
    let arrive = () => {};
    const delivery = new Promise<void>((resolve) => {
      arrive = resolve;
    }).then(() => void seen.push("arrived"));
    const sent = delivered("one", delivery);
    const back = takingBack("one", async () => seen.push("removed"));
    expect([isWanted({ id: "one" }), isWanted({ id: "two" })]).toEqual([false, true]);
    arrive();
    await Promise.all([sent, back]);
    expect(seen).toEqual(["arrived", "removed"]);
    expect(isWanted({ id: "one" })).toBe(true);
  });
});
