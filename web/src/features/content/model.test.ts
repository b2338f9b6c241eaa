import { describe, expect, it } from "vitest";
import { slugOf } from "@/lib/slug";
import {
  caughtUp,
  changesOf,
  contested,
  errorIn,
  issuesByField,
  ontoNow,
  outerField,
  readIssues,
  readModel,
  saveBody,
  titleOf,
} from "./model";

const ARTICLES = {
  id: "articles",
  name: "Articles",
  kind: "document",
  i18n: true,
  title_field: "title",
  fields: {
    topics: { type: "relations", model: "topics", order: 4, label: { en: "Topics", tr: "Konular" } },
    title: { type: "string", required: true, order: 1 },
    social: { type: "object", fields: { mastodon: { type: "string" } } },
    tags: { type: "array", items: "string", order: 5 },
    tone: { type: "select", options: ["calm", { value: "loud", label: "Loud" }], order: 6 },
  },
};

describe("a content model", () => {
  it("has its fields in order, with names in the reader's language", () => {
    const model = readModel(ARTICLES, "tr");
    expect(model.fields.map(({ name, label }) => [name, label])).toEqual([
      ["title", "Title"],
      ["topics", "Konular"],
      ["tags", "Tags"],
      ["tone", "Tone"],
      ["social", "Social"],
    ]);
    expect(model.fields[1]?.targets).toEqual(["topics"]);
    expect(model.fields[2]?.items?.type).toBe("string");
    expect(model.fields[3]?.options).toEqual(["calm", "loud"]);
    expect(model.fields[4]?.fields.map(({ name }) => name)).toEqual(["mastodon"]);
  });

  it("names an entry by its title, or by its id", () => {
    const model = readModel(ARTICLES, "en");
    expect(titleOf(model, { title: "Benches" }, "benches")).toBe("Benches");
    expect(titleOf(model, { title: " " }, "benches")).toBe("benches");
  });
});

describe("an edited entry", () => {
  const before = { title: "One", minutes: 3, tags: ["a"] };

  it("sends only what changed, and null for what was taken away", () => {
    expect(changesOf(before, { title: "Two", tags: ["a"] })).toEqual({ title: "Two", minutes: null });
    expect(changesOf(before, { ...before })).toEqual({});
  });

  it("sees what somebody else changed in the same field", () => {
    const now = { ...before, title: "Other", minutes: 4 };
    expect(contested(before, now, { ...before, title: "Mine" })).toEqual(["title"]);
    expect(contested(before, now, { ...before, title: "Other" })).toEqual([]);
    expect(contested(before, now, { ...before, tags: [] })).toEqual([]);
  });

  it("takes in what somebody else changed elsewhere", () => {
    const now = { title: "Other", minutes: 4 };
    expect(caughtUp(before, now, { ...before, title: "Mine" })).toEqual({ title: "Mine", minutes: 4 });
  });

  it("shows a draft on what stands there now: fields nobody touched here follow it", () => {
    const draft = { base: { title: "Saved", summary: "Old" }, values: { title: "Saved", summary: "Mine" } };
    const restored = { title: "Before", summary: "Old", minutes: 4 };
    const { base, values } = ontoNow(draft, restored);
    expect(values).toEqual({ title: "Before", summary: "Mine", minutes: 4 });
    expect(changesOf(base, values)).toEqual({ summary: "Mine" });
  });

  it("knows a draft as saved when the same stands there now", () => {
    const { base, values } = ontoNow({ base: { title: "Old" }, values: { title: "New" } }, { title: "New" });
    expect(changesOf(base, values)).toEqual({});
  });

  it("is sent in the shape of its kind", () => {
    expect(saveBody({ kind: "collection" }, "night", "en", { name: "N" })).toEqual({
      data: { night: { name: "N" } },
      locale: "en",
    });
    expect(saveBody({ kind: "collection" }, null, "en", { name: "N" }).data).toEqual({ new: { name: "N" } });
    expect(saveBody({ kind: "document" }, "bench", "tr", { title: "T", body: "B" })).toEqual({
      data: { title: "T" },
      locale: "tr",
      slug: "bench",
      body: "B",
    });
    expect(saveBody({ kind: "dictionary" }, null, "en", { "nav.home": "Home" }).data).toEqual({
      "nav.home": "Home",
    });
  });
});

describe("findings", () => {
  const issues = [
    { severity: "warning", message: "long", slug: "bench", field: "summary", model: "articles" },
    { severity: "error", message: "missing", entry: "night", field: "name", model: "topics", locale: "tr" },
  ];

  it("begin with the grave ones and lead to an entry and a field", () => {
    expect(readIssues(issues).map(({ entry, field }) => [entry, field])).toEqual([
      ["night", "name"],
      ["bench", "summary"],
    ]);
  });

  it("of a refused save stand at their fields", () => {
    expect(issuesByField({ issues })).toEqual({ name: "missing" });
    expect(issuesByField({})).toEqual({});
  });
});

describe("a slug", () => {
  it("is made of plain letters", () => {
    expect(slugOf("Her tepeye bir bankçık, ışık!")).toBe("her-tepeye-bir-bankcik-isik");
  });
});

describe("errors inside of fields", () => {
  it("are shown at the outermost field", () => {
    const errors = { "social.mastodon": "too long", "links[1].url": "no address", title: "is required" };
    expect(errorIn(errors, "social")).toBe("too long");
    expect(errorIn(errors, "links")).toBe("no address");
    expect(errorIn(errors, "title")).toBe("is required");
    expect(errorIn(errors, "body")).toBeUndefined();
    expect(outerField("links[1].url")).toBe("links");
  });
});
