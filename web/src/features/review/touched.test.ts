import { describe, expect, it } from "vitest";
import type { SiteUse } from "@/api/schema";
import type { Change } from "@/lib/review";
import { reachOf, rulesOf } from "./touched";

const change = (type: string, id: string, area = "", op = "change") =>
  ({ hunk: { op, title: `.${id}`, target: { room: "site", type, id, area } } }) as unknown as Change;
const use = (id: string) => ({ id, title: id, type: "page", count: 1 }) as SiteUse;

describe("what changed rules touch", () => {
  it("names every rule once, and none that is gone", () => {
    const changes = [
      change("rule", "cta"),
      change("rule", "cta"),
      change("rule", "old", "", "remove"),
      change("node", "n1", "home"),
    ];
    expect(rulesOf(changes)).toEqual([{ id: "cta", title: ".cta" }]);
  });

  it("tells pages beyond the proposal from its own", () => {
    const changes = [change("node", "n1", "home"), change("rule", "cta")];
    expect(reachOf(changes, [use("home")])).toBe("here");
    expect(reachOf(changes, [use("home"), use("about")])).toBe("beyond");
    expect(reachOf(changes, [])).toBe("nowhere");
    expect(reachOf([change("rule", "cta")], [use("home")])).toBe("here");
  });
});
