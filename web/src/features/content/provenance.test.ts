import type { TFunction } from "i18next";
import { describe, expect, it } from "vitest";
import type { BranchInfo, CommitInfo } from "@/api/schema";
import { branchTitle, changedAt, fieldOrigins, paragraphOrigins, paragraphsOf } from "./provenance";

function version(sha: string, value: unknown, agent: string | null = null): CommitInfo {
  return {
    sha,
    subject: sha,
    author: "Elif",
    email: "elif@fieldnotes.example",
    at: "2026-11-11T10:00:00Z",
    runId: null,
    agent,
    model: null,
    approvedBy: null,
    undoes: null,
    value,
  };
}

const VERSIONS = [
  version("third", { title: "Swifts", body: "One.\n\nTwo, by the agent.\n\nThree." }, "editor"),
  version("second", { title: "Swifts", body: "One.\n\nThree." }),
  version("first", { title: "Birds", body: "One." }),
];

describe("provenance", () => {
  it("names the version that gave a field its present value", () => {
    const origins = fieldOrigins(VERSIONS);
    expect(origins.get("title")?.sha).toBe("second");
    expect(origins.get("body")?.sha).toBe("third");
  });

  it("names the version that brought each paragraph, and none for what is not saved", () => {
    const found = paragraphOrigins("One.\n\nTwo, by the agent.\n\nFour.", "body", VERSIONS);
    expect(found.map(({ origin }) => origin?.sha ?? null)).toEqual(["first", "third", null]);
  });

  it("keeps a fenced block in one piece", () => {
    expect(paragraphsOf("a\n\n```\nb\n\nc\n```\n\nd")).toEqual(["a", "```\nb\n\nc\n```", "d"]);
  });

  it("says what a version changed", () => {
    expect(changedAt(VERSIONS, 1)).toEqual(["title", "body"]);
    expect(changedAt(VERSIONS, 2)).toEqual([]);
  });
});

describe("a branch", () => {
  const t = ((key: string, { subject, count }: { subject: string; count: number }) =>
    `${key} ${subject} ${count}`) as unknown as TFunction;
  const branch = (more: Partial<BranchInfo>) =>
    ({ subject: "[contentrain] content: topics", title: "", about: "", subjects: 0, ...more }) as BranchInfo;

  it("is called what its proposal is about, and not what its last commit says", () => {
    expect(
      branchTitle(branch({ proposalId: "1", title: "site: updateNodeProps", about: "About us" }), t),
    ).toBe("About us");
    expect(branchTitle(branch({ proposalId: "1", about: "Rail", subjects: 3 }), t)).toBe(
      "inbox.titleMore Rail 2",
    );
  });

  it("that was pushed with Git is called what its commit says", () => {
    expect(branchTitle(branch({}), t)).toBe("Content: topics");
  });
});
