import { describe, expect, it } from "vitest";
import type { HunkInfo } from "@/api/schema";
import type { SiteNode } from "./model";
import { nextPlace, placeOf, siteChanges } from "./proposal";

function hunk(type: string, id: string, op: string, more: Partial<HunkInfo> = {}): HunkInfo {
  const { path = [] } = more;
  return {
    id: `${type} ${id} ${path.join(".")}`,
    target: { room: "site", type, area: type === "node" ? "home" : "", id, locale: null, path },
    title: id,
    op,
    old: null,
    new: null,
    ...more,
    path,
  } as unknown as HunkInfo;
}

describe("changes of a proposal on the site", () => {
  it("takes a section with all that is in it, its place and its new classes as one", () => {
    const changes = siteChanges({
      hunks: [
        hunk("file", "files.json", "format"),
        hunk("node", "root", "change", { path: ["children"], old: ["a"], new: ["a", "s"] }),
        hunk("node", "s", "add", { new: { children: ["h"], classIds: ["c"] } }),
        hunk("node", "h", "add", { new: { children: [] } }),
        hunk("rule", "c", "add"),
        hunk("node", "a", "change", { path: ["props", "text"], decision: "accepted" }),
        hunk("rule", "d", "change", { path: ["styles", "color"] }),
      ],
    });
    expect(
      changes.map(({ number, op, node, rule, hunks }) => [number, op, node, rule, hunks.length]),
    ).toEqual([
      [1, "add", "s", null, 5],
      [2, "change", "a", null, 1],
      [3, "change", null, "d", 1],
    ]);
    expect(changes[1]?.decision).toBe("accepted");
  });

  it("counts a changed order as a change of its own", () => {
    const moved = hunk("node", "root", "change", { path: ["children"], old: ["a", "b"], new: ["b", "a"] });
    expect(siteChanges({ hunks: [moved] }).map(({ node, op }) => [node, op])).toEqual([["root", "change"]]);
  });
});

describe("going through the changes of a proposal on the canvas", () => {
  const onPage = (type: string, id: string, op: string, area: string, more: Partial<HunkInfo> = {}) =>
    ({ ...hunk(type, id, op, more), target: { ...hunk(type, id, op, more).target, area } }) as HunkInfo;
  const changes = siteChanges({
    hunks: [
      onPage("node", "title", "change", "home", { path: ["props", "text"] }),
      onPage("node", "gone", "remove", "home"),
      onPage("node", "story", "change", "about", { path: ["props", "text"] }),
      onPage("token", "accent", "change", ""),
    ],
  });
  const nodes = [{ id: "title", classIds: [] as string[] }] as SiteNode[];
  const [title, gone, story, accent] = changes;

  it("leads to the next one on another page, past what no canvas shows", () => {
    expect(nextPlace(changes, title ?? null, 1, nodes, "home")).toEqual({ document: "about", node: "story" });
    expect(nextPlace(changes, story ?? null, -1, nodes, "about")).toEqual({ document: null, node: "title" });
    expect(nextPlace(changes, story ?? null, 1, nodes, "about")).toBeNull();
  });

  it("has no place on a canvas for what is taken away and for tokens", () => {
    expect([gone, accent].map((one) => one && placeOf(one, nodes, "home"))).toEqual([null, null]);
    expect(title && placeOf(title, nodes, "home")).toEqual({ document: null, node: "title" });
  });
});
