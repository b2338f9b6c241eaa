import { describe, expect, it } from "vitest";
import type { EntityInfo, RelationInfo } from "@/api/schema";
import { columns, places, shown } from "./model";

function entity(id: string, fields: Record<string, unknown> = {}): EntityInfo {
  return { id, title: id, fields } as unknown as EntityInfo;
}

describe("records", () => {
  it("shows values as people read them", () => {
    expect([shown(null), shown(["a", 2]), shown(true), shown(0)]).toEqual(["", "a, 2", "✓", "0"]);
  });

  it("puts the chosen record in the middle and its neighbours around it", () => {
    const relations = [{ sourceId: "a", targetId: "b" }] as RelationInfo[];
    const found = places([entity("a"), entity("b"), entity("c")], relations, "a");
    expect(found[0]).toMatchObject({ x: 400, y: 320 });
    const far = ({ x, y }: { x: number; y: number }) => Math.hypot((x - 400) / 1.25, y - 320);
    expect(found.map((place) => Math.round(far(place)))).toEqual([0, 150, 300]);
  });

  it("sorts records into columns, those without a value last", () => {
    const found = columns([entity("a"), entity("b", { s: "Open" }), entity("c", { s: "Done" })], "s");
    expect(found.map(([name, list]) => [name, list.length])).toEqual([
      ["Done", 1],
      ["Open", 1],
      ["", 1],
    ]);
  });
});
