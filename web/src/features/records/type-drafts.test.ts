import { expect, test } from "vitest";
import { draftsOf, emptyDraft, fieldsOf, losses } from "./type-drafts";

const LENGTH = { key: "length", label: "Length", type: "number" as const };
const STATE = { key: "state", label: "State", type: "select" as const, options: ["open", "shut"] };

test("a field keeps its key when its name changes, and a new one gets a key of its own", () => {
  const drafts = draftsOf([LENGTH, STATE]);
  const added = [emptyDraft(drafts), { ...emptyDraft(drafts), id: 9 }].map((one) => ({
    ...one,
    label: "Length",
  }));
  const kept = fieldsOf([{ ...drafts[0], label: "Span" } as (typeof drafts)[number], ...added]);
  expect(kept.map(({ key, label }) => [key, label])).toEqual([
    ["length", "Span"],
    ["length2", "Length"],
    ["length3", "Length"],
  ]);
  expect(fieldsOf([{ ...emptyDraft([]), label: "3. Çağ no" }])[0]?.key).toBe("f3CagNo");
  expect(fieldsOf([{ ...emptyDraft([]), label: "Title" }])[0]?.key).toBe("title2");
});

test("choices are read from commas, and only a field that chooses has any", () => {
  const [length, state] = draftsOf([LENGTH, STATE]);
  expect(state?.options).toBe("open, shut");
  const written = [
    { ...length, options: "a, b" },
    { ...state, options: " open,, shut, open " },
  ] as ReturnType<typeof draftsOf>;
  expect(fieldsOf(written).map(({ options }) => options)).toEqual([[], ["open", "shut"]]);
});

test("what goes is named, and nothing waits for it any more", () => {
  const fields = [LENGTH, { ...STATE, dependsOn: ["length"] }];
  const rest = draftsOf(fields).slice(1);
  expect(losses(fields, rest)).toEqual(["Length"]);
  expect(fieldsOf(rest)[0]?.dependsOn).toEqual([]);
});
