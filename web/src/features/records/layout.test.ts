import { describe, expect, it } from "vitest";
import type { EntityInfo, RelationInfo } from "@/api/schema";
import { busiest, FOLDED, layOut, lineBetween, nodeTowards } from "./layout";

function entity(id: string, typeSlug: string): EntityInfo {
  return { id, title: id, typeSlug, fields: {} } as unknown as EntityInfo;
}

function relation(sourceId: string, targetId: string): RelationInfo {
  return { id: `${sourceId}-${targetId}`, sourceId, targetId, kind: "knows" } as RelationInfo;
}

function asked(entities: EntityInfo[], relations: RelationInfo[], unfolded: string[] = []) {
  return {
    entities,
    relations,
    type: "house",
    chosen: "h1",
    unfolded: new Set(unfolded),
    widthOf: () => 100,
  };
}

describe("the picture of records", () => {
  const entities = [
    entity("h1", "house"),
    entity("h2", "house"),
    entity("p", "person"),
    entity("s", "street"),
  ];

  it("gives each type a column, the one looked at between others, and related records the same height", () => {
    const found = layOut(asked(entities, [relation("h2", "p"), relation("s", "h2")]));
    expect(found.columns.map(({ type }) => type)).toEqual(["street", "house", "person"]);
    expect(busiest(entities, [relation("h2", "p"), relation("s", "h2")], "house")).toBe("h2");
    const height = new Map(found.nodes.map(({ entity: { id }, y }) => [id, y]));
    expect(height.get("p")).toBe(height.get("h2"));
    expect(height.get("s")).toBe(height.get("h2"));
    expect(height.get("h1")).not.toBe(height.get("h2"));
  });

  it("folds a long column and keeps the chosen record and its neighbours in sight", () => {
    const many = Array.from({ length: 500 }, (_, at) => entity(`p${at}`, "person"));
    const all = [entity("h1", "house"), ...many];
    const relations = [relation("h1", "p499")];
    const folded = layOut(asked(all, relations));
    expect(folded.columns.find(({ type }) => type === "person")?.hidden).toBe(500 - FOLDED);
    expect(folded.nodes.some(({ entity: { id } }) => id === "p499")).toBe(true);
    const open = layOut(asked(all, relations, ["person"]));
    expect(open.nodes).toHaveLength(501);
    const spots = new Set(open.nodes.map(({ x, y }) => `${x} ${y}`));
    expect(spots.size).toBe(501);
    expect(open.nodes.every(({ x, y }) => x > 0 && y > 0 && x < open.width && y < open.height)).toBe(true);
  });

  it("draws a line from the end of a name to the beginning of the next, and goes where an arrow points", () => {
    const { nodes } = layOut(asked(entities, [relation("h1", "p"), relation("s", "h1")]));
    const at = (id: string) => {
      const found = nodes.find(({ entity: one }) => one.id === id);
      if (!found) throw new Error(id);
      return found;
    };
    expect(lineBetween(at("h1"), at("s")).path.startsWith(`M${at("s").x + 100} `)).toBe(true);
    expect(lineBetween(at("s"), at("p"), "s").x).toBeGreaterThan(at("h1").x + 100);
    expect(lineBetween(at("s"), at("p"), "p").x).toBeLessThan(at("h1").x);
    const around = lineBetween(at("h1"), at("h2"));
    expect([around.isEnd, around.x < at("h1").x]).toEqual([true, true]);
    expect(nodeTowards(nodes, at("h1"), "ArrowLeft")?.entity.id).toBe("s");
    expect(nodeTowards(nodes, at("h1"), "ArrowRight")?.entity.id).toBe("p");
    expect(nodeTowards(nodes, at("s"), "ArrowLeft")).toBeNull();
    const [upper, lower] = [at("h1"), at("h2")].sort((a, b) => a.y - b.y);
    if (upper && lower) expect(nodeTowards(nodes, upper, "ArrowDown")).toBe(lower);
  });
});
