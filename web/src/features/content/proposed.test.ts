import { expect, test } from "vitest";
import type { HunkInfo, ProposalDetail } from "@/api/schema";
import { proposedIn } from "./proposed";

const hunk = (key: string, area: string, id: string, locale: string | null, field: string) =>
  ({
    id: key,
    target: { room: "content", type: "document", area, id, locale, path: [field] },
    path: [field],
  }) as HunkInfo;

const detail = {
  proposal: { id: "p", agent: "Editor", conversationId: "c" },
  hunks: [
    hunk("1", "articles", "park", "en", "title"),
    hunk("2", "articles", "park", "en", "body"),
    hunk("3", "articles", "park", "en", "body"),
    hunk("4", "articles", "park", "tr", "summary"),
    hunk("5", "articles", "elm", "en", "title"),
    hunk("6", "settings", "settings", null, "name"),
  ],
} as ProposalDetail;

test("only changes of the entry and its locale count, each field by its first change", () => {
  const found = proposedIn(detail, { model: "articles", entry: "park", locale: "en" });
  expect(found?.count).toBe(3);
  expect([...(found?.fields ?? [])]).toEqual([
    ["title", "1"],
    ["body", "2"],
  ]);
  expect(found?.who).toBe("Editor");
});

test("a model that is one record has no entry, and nothing is found where nothing waits", () => {
  expect(proposedIn(detail, { model: "settings", entry: null, locale: "en" })?.count).toBe(1);
  expect(proposedIn(detail, { model: "articles", entry: "swift", locale: "en" })).toBeNull();
});
