import { describe, expect, it } from "vitest";
import type { EntityInfo, EntityTypeInfo, FieldDef, ResponseInfo } from "@/api/schema";
import { sentenceParts } from "@/ui/word-menu";
import {
  answers,
  citedIn,
  columns,
  conditionsIn,
  configOf,
  differing,
  emptyFields,
  layersOf,
  lookOf,
  shown,
  valueFor,
} from "./model";

function entity(id: string, fields: Record<string, unknown> = {}): EntityInfo {
  return { id, title: id, fields } as unknown as EntityInfo;
}

describe("records", () => {
  it("shows values as people read them", () => {
    expect([shown(null), shown(["a", 2]), shown(true), shown(0)]).toEqual(["", "a, 2", "✓", "0"]);
  });

  it("finds what is empty, and reads a sentence with places in any order", () => {
    const kind = { definition: { fields: [{ key: "a" }, { key: "b" }, { key: "c" }] } } as EntityTypeInfo;
    expect(emptyFields(entity("x", { a: 0, b: [] }), kind)).toEqual(["b", "c"]);
    expect(sentenceParts("Show [0] by [1]")).toEqual(["Show", 0, "by", 1]);
    expect(sentenceParts("[1] sırasıyla [0] göster")).toEqual([1, "sırasıyla", 0, "göster"]);
  });

  it("puts the fields of a brief into layers and numbers its sources as they come", () => {
    const field = (key: string, layer: number, ...ids: string[]) => ({
      key,
      layer,
      claims: [{ sourceEntityIds: ids }],
    });
    const fields = [field("b", 2, "y", "x"), field("a", 1, "x"), field("headline", 3, "z")];
    expect(layersOf(fields).map((layer) => layer.map(({ key }) => key))).toEqual([
      ["a"],
      ["b"],
      ["headline"],
    ]);
    expect(citedIn(fields)).toEqual([
      { id: "y", claims: 1 },
      { id: "x", claims: 2 },
    ]);
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

it("tells where two records say different things, and leaves what only one says", () => {
  const fields = ["country", "people", "note"].map((key) => ({ key }) as FieldDef);
  const own = { title: "Bonn", fields: { country: "Germany", note: "x" } };
  const other = { title: "Bonn", fields: { country: "Deutschland", people: 3, note: "x" } };
  expect(differing(fields, own, other, "Name").map(({ key }) => key)).toEqual(["country"]);
  expect(differing([], own, { ...other, title: "BONN" }, "Name")).toEqual([
    { key: "title", label: "Name", own: "Bonn", others: "BONN" },
  ]);
});
