import { describe, expect, it } from "vitest";
import {
  blocking,
  modelOf,
  partsOf,
  phrasesIn,
  planOf,
  type Report,
  stagesOf,
  usesOf,
  wordsIn,
} from "./model";
import { emptySlots, slotAt } from "./slots";
import { failureOf, lastRunOf, toldBy } from "./told";

const TEXT =
  "# Bees\n\nA hook. {{ref:2}}\n\n## Roofs\n\nRoofs help. {{ref:1}} There were 912 hives. {{ref:1}}{{ref:2}}\n\n![A roof](media/original/a.webp)\n\n---\n\n## Soil\n\n[IMAGE: soil]\n";
const WRONG = TEXT.indexOf("There were");
const REPORT = {
  findings: [
    {
      kind: "number",
      section: "Roofs",
      sentence: "",
      start: WRONG,
      end: WRONG + 20,
      detail: "912",
      ref: 1,
      blocking: true,
    },
  ],
  citations: [{ ref: 1, sentence: "Roofs help.", at: 0, share: 1, is_verbatim: true }],
} as unknown as Report;

describe("an article on its desk", () => {
  it("is cut into parts, and a finding stands at its sentence", () => {
    const [opening, roofs, soil] = partsOf(TEXT, REPORT);
    expect(opening?.heading).toBe("");
    expect(roofs?.heading).toBe("Roofs");
    const [text, picture] = roofs?.blocks ?? [];
    const sentences = text?.kind === "text" ? text.sentences : [];
    expect(sentences.map((one) => [one.text, one.refs, one.findings.length])).toEqual([
      ["Roofs help.", [1], 0],
      ["There were 912 hives.", [1, 2], 1],
    ]);
    expect(picture).toMatchObject({ kind: "picture", alt: "A roof" });
    expect(soil?.blocks[0]).toMatchObject({ kind: "slot", text: "soil" });
  });

  it("says what stops it, who uses a source, and how long it is", () => {
    expect(blocking(REPORT).map((one) => one.detail)).toEqual(["912"]);
    expect(usesOf(REPORT).get(1)).toEqual(["Roofs help."]);
    expect(wordsIn("# Bees\n\nRoofs help. {{ref:1}}")).toBe(3);
  });

  it("plans by headings with their sources", () => {
    const plan = planOf("# Bees\n\n## Roofs\n\n[PLACEHOLDER: roofs; sources {{ref:1}} {{ref:2}}]\n");
    expect(plan).toEqual([{ heading: "Roofs", notes: "roofs", refs: [1, 2] }]);
  });

  it("knows how far each stage is", () => {
    const states = (status: string, runId: string | null) =>
      stagesOf({ status, runId, report: null } as never).map((one) => one.state);
    expect(states("foundations_approval", "r")).toEqual([
      "done",
      "done",
      "waits",
      "later",
      "later",
      "later",
      "later",
    ]);
    expect(states("writing", "r")[3]).toBe("now");
    expect(states("published", null)[6]).toBe("done");
  });

  it("finds the slot of a picture by any address it had, and the slots that have none", () => {
    const visualsMetadata = {
      needs: [
        { id: "image-1", description: "A roof (context: more)", placement_after: "title", approved: true },
        { id: "image-2", description: "Soil", placement_after: "Soil", approved: false },
      ],
      finals: [{ image_need_id: "image-1", url: "media/b.png", earlier: ["media/a.png"] }],
    };
    const article = { visualsMetadata } as never;
    for (const path of ["media/a.png", "media/b.png"])
      expect(slotAt(article, path)).toMatchObject({ id: "image-1", description: "A roof", approved: true });
    expect(slotAt(article, "media/c.png")).toBeNull();
    expect(emptySlots(article, "Soil").map((one) => one.id)).toEqual(["image-2"]);
    expect(emptySlots(article, "")).toEqual([]);
  });

  it("shows a phrase at the paragraph it stands in", () => {
    const phrase = { start: 12, end: 16 } as never;
    expect(phrasesIn([phrase], 10, 20)).toEqual([phrase]);
    expect(phrasesIn([phrase], 14, 20)).toEqual([]);
  });
});

describe("what a desk tells", () => {
  it("says why the last run could not finish, and only once it has ended", () => {
    const metadata = { lastRunId: "r1" };
    expect(lastRunOf({ runId: null, metadata })).toBe("r1");
    expect(lastRunOf({ runId: "r1", metadata })).toBeNull();
    expect(lastRunOf({ runId: null, metadata: {} })).toBeNull();
    const error = { code: "x", message: "Nothing was found.", suggestion: "Give documents." };
    expect(failureOf({ status: "failed", error })).toBe("Nothing was found. Give documents.");
    expect(failureOf({ status: "completed", error: null })).toBeNull();
  });

  it("tells a share as a share and words as words", () => {
    const finding = { ...REPORT.findings[0], kind: "unsupported" } as never as Parameters<typeof toldBy>[0];
    expect(toldBy({ ...finding, detail: "0.40" })).toEqual({ percent: 40 });
    expect(toldBy({ ...finding, detail: "than" })).toEqual({ words: "than" });
    expect(toldBy({ ...finding, detail: "" })).toBeNull();
  });
});

describe("who found something", () => {
  const finding = { kind: "unsupported", section: "", sentence: "", start: 0, end: 1, detail: "", ref: null };
  it("is a model where one has read it", () => {
    expect(modelOf({ ...finding, blocking: true })).toBeNull();
    expect(modelOf({ ...finding, blocking: true, found_by: "rules" })).toBeNull();
    expect(modelOf({ ...finding, blocking: true, found_by: "desk/small" })).toBe("desk/small");
    expect(modelOf({ ...finding, blocking: true, found_by: "rules, desk/small" })).toBe("desk/small");
  });
});
