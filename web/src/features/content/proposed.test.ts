import { expect, test } from "vitest";
import type { HunkInfo, ProposalDetail } from "@/api/schema";
import { proposedIn } from "./proposed";

const hunk = (id: string, subject: string, locale: string | null, field: string) =>
  ({ id, subject, locale, path: [field] }) as HunkInfo;

const detail = {
  proposal: { id: "p", agent: "Editor", conversationId: "c" },
  hunks: [
    hunk("1", "document:articles:park", "en", "title"),
    hunk("2", "document:articles:park", "en", "body"),
    hunk("3", "document:articles:park", "en", "body"),
    hunk("4", "document:articles:park", "tr", "summary"),
    hunk("5", "document:articles:elm", "en", "title"),
    hunk("6", "singleton:settings", null, "name"),
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
