import { expect, it } from "vitest";
import type { FieldDef } from "./model";
import { referredBy } from "./use-titles";

const field = (name: string, type: string, targets: string[]) => ({ name, type, targets }) as FieldDef;
const row = (id: string, data: Record<string, unknown>) => ({ id, data, meta: {} });

it("collects each related entry once, by model, in a steady order", () => {
  const columns = [
    field("author", "relation", ["authors"]),
    field("about", "relations", ["places", "species"]),
    field("slug", "string", []),
  ];
  const rows = [
    row("a", { author: "deniz", about: [{ model: "species", ref: "swift" }], slug: "a" }),
    row("b", { author: "deniz", about: [{ model: "places", ref: "isar" }], slug: "b" }),
    row("c", { author: "ada", about: null }),
  ];
  expect([...referredBy(rows, columns)]).toEqual([
    ["authors", ["ada", "deniz"]],
    ["species", ["swift"]],
    ["places", ["isar"]],
  ]);
});
