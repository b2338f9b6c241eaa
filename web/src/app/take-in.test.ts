import { describe, expect, it } from "vitest";
import { isAffected } from "@/api/affected";
import { FEATURES } from "./features";
import { fetchOffers, offered, takeInAffected } from "./take-in";

takeInAffected();

const turn = { models: ["articles"], locales: ["en"], branchesChanged: true, branch: "cr/x" };

describe("after a turn", () => {
  it("only entries of the models it touched are read again", () => {
    expect(isAffected(["content", "p", "entries", { model: "articles" }, 0], turn)).toBe(true);
    expect(isAffected(["content", "p", "entries", { model: "topics" }, 0], turn)).toBe(false);
    expect(isAffected(["content", "p", "history", "articles", "a-bench"], turn)).toBe(true);
    expect(isAffected(["content", "p", "models", "en", null], turn)).toBe(false);
  });

  it("the inbox and the branches are read again when it wrote on a branch", () => {
    expect(isAffected(["inbox"], turn)).toBe(true);
    expect(isAffected(["content", "p", "branches"], turn)).toBe(true);
    expect(isAffected(["inbox"], { models: [] })).toBe(false);
  });

  it("other rooms are read again when they are named", () => {
    expect(isAffected(["media", "p"], { resources: ["media"] })).toBe(true);
    expect(isAffected(["agents"], { resources: ["media"] })).toBe(false);
    expect(isAffected(["usage", {}], turn)).toBe(false);
  });

  it("nothing is read again when it touched nothing", () => {
    for (const key of [["inbox"], ["agents"], ["content", "p", "status"], ["content", "p", "entry", {}]]) {
      expect(isAffected(key, {})).toBe(false);
    }
  });
});

describe("the palette", () => {
  it("asks every feature that offers something", async () => {
    await fetchOffers();
    expect(offered).toHaveLength(FEATURES.filter((feature) => "offers" in feature).length);
    expect(offered.length).toBeGreaterThan(0);
  });
});
