import { describe, expect, it } from "vitest";
import type { EntityInfo, RelationInfo, ResponseInfo } from "@/api/schema";
import { answers, columns, conditionsIn, configOf, frame, lookOf, places, shown, valueFor } from "./model";
import { moved, scaled } from "./plane";

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
    expect(found[0]).toMatchObject({ x: 0, y: 0 });
    const far = ({ x, y }: { x: number; y: number }) => Math.hypot(x / 1.4, y);
    expect(found.map((place) => Math.round(far(place)))).toEqual([0, 150, 270]);
  });

  it("keeps five hundred neighbours apart, in circles inside the frame", () => {
    const many = Array.from({ length: 500 }, (_, at) => entity(`n${at}`));
    const relations = many.map(({ id }) => ({ sourceId: "a", targetId: id })) as RelationInfo[];
    const found = places([entity("a"), ...many], relations, "a");
    const { left, top } = frame(found);
    expect(found.every(({ x, y }) => x > Number(left) && y > Number(top))).toBe(true);
    const spots = new Set(found.map(({ x, y }) => `${Math.round(x / 20)},${Math.round(y / 20)}`));
    expect(spots.size).toBeGreaterThan(490);
  });

  it("sorts records into columns, those without a value last", () => {
    const found = columns([entity("a"), entity("b", { s: "Open" }), entity("c", { s: "Done" })], "s");
    expect(found.map(([name, list]) => [name, list.length])).toEqual([
      ["Done", 1],
      ["Open", 1],
      ["", 1],
    ]);
    expect(columns([entity("a")], "s", ["Open", "Done"]).map(([name]) => name)).toEqual(["Open", "Done", ""]);
  });

  it("keeps a look in a view and finds it there again", () => {
    const where = JSON.stringify([{ field: "span", op: "gt", value: 3 }]);
    const look = {
      q: "tern",
      sort: "-span",
      view: "board" as const,
      where,
      columns: "span,note",
      group: "s",
    };
    const view = { kind: "board", config: configOf("bird", look) };
    expect(lookOf(view)).toEqual({ type: "bird", ...look });
    expect(conditionsIn("{")).toEqual([]);
    expect([valueFor({ key: "n", type: "number" }, "4"), valueFor(undefined, "4")]).toEqual([4, "4"]);
  });
});

describe("the fields of a record", () => {
  const response = { entityId: "a", version: 1, citations: [], confidence: 0.9, agent: "researcher" };
  const said = (fieldKey: string, status: string, value: string) =>
    ({ ...response, id: fieldKey + status, fieldKey, status, value }) as unknown as ResponseInfo;

  it("shows a proposed value before the kept one, and never one that was turned down", () => {
    const fields = [{ key: "cost", label: "Cost" }, { key: "head" }];
    const responses = [said("cost", "proposed", "4"), said("head", "rejected", "Bo")];
    const [cost, head] = answers(fields, { cost: "3", head: "Ada" }, responses);
    expect(cost).toMatchObject({ label: "Cost", value: "4", waits: true });
    expect(head).toMatchObject({ label: "head", value: "Ada", newest: null, waits: false });
  });
});

describe("the part of a picture that is seen", () => {
  const box = { left: -100, top: -50, width: 200, height: 100 };

  it("keeps its middle when it is made larger, and comes back", () => {
    expect(scaled(box, 2)).toEqual({ left: -50, top: -25, width: 100, height: 50 });
    expect(scaled(scaled(box, 2), 0.5)).toEqual(box);
  });

  it("is moved without being scaled", () => {
    expect(moved(box, 10, -5)).toEqual({ left: -90, top: -55, width: 200, height: 100 });
  });
});
