import { describe, expect, it } from "vitest";
import {
  idOfName,
  moved,
  nameOfLabel,
  newShape,
  retyped,
  saveOf,
  shapeOf,
  withLabel,
  withRule,
} from "./shape";

const RAW = {
  id: "articles",
  name: "Articles",
  kind: "document",
  domain: "magazine",
  i18n: true,
  title_field: "title",
  fields: {
    summary: { type: "text", max: 240, order: 2 },
    title: { type: "string", required: true, order: 1, label: { en: "Title", tr: "Başlık" } },
  },
};

describe("a model's shape", () => {
  it("has its fields in order", () => {
    expect(shapeOf(RAW).fields.map(({ name }) => name)).toEqual(["title", "summary"]);
  });

  it("sends only the fields that changed, with what was taken away as null", () => {
    const before = shapeOf(RAW);
    const [title, summary] = before.fields;
    if (!title || !summary) throw new Error("two fields are expected");
    const after = { ...before, fields: [title, { ...summary, raw: withRule(summary.raw, "max", "") }] };
    expect(saveOf(before, after).fields).toEqual({ summary: { type: "text", order: 2, max: null } });
    expect(saveOf(before, before).fields).toEqual({});
  });

  it("names the fields that are taken out, and sends the order when it changed", () => {
    const before = shapeOf(RAW);
    expect(saveOf(before, { ...before, fields: before.fields.slice(0, 1) }).removeFields).toEqual([
      "summary",
    ]);
    const turned = saveOf(before, { ...before, fields: moved(before.fields, 0, 1) });
    expect(turned.fields?.summary).toMatchObject({ order: 1 });
    expect(turned.fields?.title).toMatchObject({ order: 2 });
  });

  it("of a new model sends everything, and no fields for a dictionary", () => {
    const fresh = { ...newShape("magazine"), id: "places", name: "Places" };
    expect(saveOf(null, fresh)).toMatchObject({
      name: "Places",
      kind: "collection",
      titleField: "title",
      fields: { title: { type: "string", required: true } },
    });
    expect(saveOf(null, { ...fresh, kind: "dictionary" }).fields).toBeUndefined();
  });
});

describe("a field's definition", () => {
  it("loses the rules that mean nothing for its new type", () => {
    expect(retyped({ type: "select", options: ["a"], required: true, label: "Kind" }, "integer")).toEqual({
      type: "integer",
      required: true,
      label: "Kind",
    });
    expect(retyped({ type: "string" }, "select").options).toHaveLength(2);
  });

  it("keeps labels in other languages", () => {
    expect(withLabel({ type: "string", label: { en: "Title", tr: "Başlık" } }, "tr", "Ad").label).toEqual({
      en: "Title",
      tr: "Ad",
    });
    expect(withLabel({ type: "string" }, "tr", "Ad").label).toBe("Ad");
  });

  it("gets its name from its label, also a Turkish one", () => {
    expect(nameOfLabel("Reading minutes")).toBe("reading_minutes");
    expect(nameOfLabel("Yayın tarihi")).toBe("yayin_tarihi");
    expect(idOfName("Site pages")).toBe("site-pages");
  });
});
