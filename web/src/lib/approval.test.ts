import { describe, expect, it } from "vitest";
import type { ApprovalInfo, HunkInfo } from "@/api/schema";
import { alikeOf, allowing, dayAhead, endOfDay, previewSubjects } from "./approval";

const RUN = { id: "root", title: "", agent: "editor", conversationId: "c", costMicros: 0, unpriced: 0 };

function call(id: string, more: Partial<ApprovalInfo> = {}): ApprovalInfo {
  return {
    id,
    toolCallId: id,
    toolName: "save_content",
    createdAt: "2026-11-15T10:00:00Z",
    inputSha256: `hash of ${id}`,
    mayDecide: true,
    standsForMany: false,
    run: RUN,
    ...more,
  } as ApprovalInfo;
}

describe("calls that one word decides", () => {
  const one = call("a");

  it("are of the same tool and the same run, in the order they were asked for", () => {
    const elsewhere = call("e", { run: { ...RUN, id: "other" } });
    const pending = [call("c"), call("d", { toolName: "delete_content" }), elsewhere, one];
    expect(alikeOf(one, pending).map(({ id }) => id)).toEqual(["a", "c"]);
  });

  it("leave out what somebody else must decide, and tools that stand for many", () => {
    expect(alikeOf(one, [one, call("b", { mayDecide: false })])).toEqual([one]);
    const gateway = call("g", { standsForMany: true });
    expect(alikeOf(gateway, [gateway, call("h", { standsForMany: true })])).toEqual([gateway]);
  });
});

describe("how long a word holds", () => {
  const now = new Date(2026, 10, 15, 22, 30);

  it("is a week from here unless told otherwise, to the end of that day", () => {
    expect(dayAhead(now)).toBe("2026-11-22");
    expect(endOfDay("2026-11-22", now)).toEqual(new Date(2026, 10, 22, 23, 59, 59));
    expect(endOfDay("2026-11-15", now)).not.toBeNull();
  });

  it("is never over already, nor for ever", () => {
    expect(endOfDay("2026-11-14", now)).toBeNull();
    expect(endOfDay("2036-11-14", now)).toBeNull();
    expect(endOfDay("", now)).toBeNull();
    expect(allowing(call("a"), "agent", null)).toBeNull();
  });

  it("is bound to the input that was shown", () => {
    expect(allowing(call("a"), "once", null)).toEqual({ decision: "approved", inputSha256: "hash of a" });
    expect(allowing(call("a"), "conversation", null)?.remember).toEqual({ scope: "conversation" });
    const until = new Date(Date.UTC(2026, 10, 22));
    expect(allowing(call("a"), "agent", until)?.remember).toEqual({
      scope: "agent",
      until: "2026-11-22T00:00:00.000Z",
    });
  });
});

describe("what a call would change", () => {
  const about = (type: string, id: string) => ({
    ...{ room: "content", type, area: "posts", id, locale: "en", path: [] },
  });
  const hunk = (more: Partial<HunkInfo>): HunkInfo =>
    ({
      id: "1",
      target: about("entry", "a"),
      title: "A",
      path: [],
      words: [],
      ...more,
    }) as HunkInfo;

  it("is told by entry, and a new entry field by field", () => {
    const [first, second] = previewSubjects([
      hunk({ path: ["title"], old: "Old", new: "New" }),
      hunk({ id: "2", target: about("status", "a"), path: ["status"], old: "draft", new: "published" }),
      hunk({
        id: "3",
        target: about("entry", "b"),
        title: "B",
        old: null,
        new: { title: "B", tags: ["x", "y"] },
      }),
    ]);
    expect(first?.rows.map(({ field }) => field)).toEqual(["title", "status"]);
    expect(first?.rows[0]?.spans).toEqual([
      ["removed", "Old"],
      ["added", "New"],
    ]);
    expect(second?.rows.map(({ field, spans }) => [field, spans])).toEqual([
      ["title", [["added", "B"]]],
      ["tags", [["added", "x, y"]]],
    ]);
  });
});
