import { describe, expect, it } from "vitest";
import type { HunkInfo, ProposalDetail, TargetInfo } from "@/api/schema";
import {
  checksOf,
  neighbour,
  nextOpen,
  outcomeOf,
  readReview,
  spansOfChange,
  takenAlong,
  tallyOf,
} from "./review";
import { takenBack } from "./taken-back";

function about(type: string, area: string, id: string, ...path: string[]): TargetInfo {
  return { room: "content", type, area, id, locale: "en", path };
}

const BENCH = about("document", "articles", "bench", "summary");

function hunk(id: string, { target = BENCH, ...more }: Partial<HunkInfo> = {}): HunkInfo {
  return {
    id,
    target,
    title: "A bench for every hill",
    locale: target.locale,
    path: target.path,
    op: "change",
    old: "old",
    new: "new",
    isProse: false,
    words: [],
    requires: [],
    labels: {},
    risk: "",
    conflict: null,
    decision: null,
    choice: null,
    ...more,
  };
}

function detail(hunks: HunkInfo[], conflicts: HunkInfo[] = []): ProposalDetail {
  const proposal = {
    id: "p",
    projectId: "x",
    kind: "content",
    branch: "cr/chat/c/1",
    configKind: null,
    configId: null,
    undoesId: null,
    undoesRun: null,
    state: "open",
    title: "Tighten",
    agent: "Editor",
    hunks: hunks.length,
    subject: "",
    subjects: 0,
    conversationId: null,
    runId: null,
    carriedTo: null,
    decidedBy: null,
    decidedAt: null,
    createdAt: "2026-11-15T09:00:00Z",
    updatedAt: "2026-11-15T09:00:00Z",
  };
  return {
    proposal,
    canDecide: true,
    sha: "a",
    hunks,
    conflicts,
    texts: [],
    findings: [],
    comments: [],
    undoneBy: [],
  };
}

const MIXED = [
  hunk("a"),
  hunk("s", { target: about("status", "articles", "bench", "status"), old: "draft", new: "published" }),
  hunk("t", { target: { ...BENCH, locale: "tr" }, title: "Her tepeye bir bank" }),
  hunk("d", { target: about("dictionary", "ui-labels", "ui-labels", "nav.home"), op: "add", old: null }),
];

describe("the subjects of a proposal", () => {
  const review = readReview(detail(MIXED));

  it("hold an entry's fields and its visibility together, and its languages apart", () => {
    const shown = review.subjects.map(({ entry, locale, changes }) => [
      entry,
      locale,
      changes.map(({ id }) => id),
    ]);
    expect(shown).toEqual([
      ["bench", "en", ["a", "s"]],
      ["bench", "tr", ["t"]],
      ["ui-labels", "en", ["d"]],
    ]);
    expect(review.changes.map(({ number }) => number)).toEqual([1, 2, 3, 4]);
    expect(tallyOf(review.changes)).toEqual({ added: 1, removed: 0, changed: 3 });
  });

  it("stay the same objects as long as nothing about them is new", () => {
    const before = detail(MIXED);
    const [first, ...rest] = before.hunks;
    const after = { ...before, hunks: first ? [{ ...first, decision: "accepted" as const }, ...rest] : [] };
    const [old, now] = [readReview(before).changes, readReview(after).changes];
    expect(now.map((change, index) => change === old[index])).toEqual([false, true, true, true]);
  });

  it("are walked from end to end, and stop there", () => {
    expect(neighbour(review, "s", 1)?.id).toBe("t");
    expect(neighbour(review, "a", -1)?.id).toBe("a");
    expect(neighbour(review, undefined, 1)?.id).toBe("a");
  });

  it("lead on to what is undecided, and round to the start", () => {
    const partly = readReview(detail([hunk("a"), hunk("b", { decision: "accepted" }), hunk("c")]));
    expect(nextOpen(partly, "a")?.id).toBe("c");
    expect(nextOpen(partly, "c")?.id).toBe("a");
    expect(nextOpen(partly, "a", ["c"])).toBeNull();
  });
});

describe("a decision", () => {
  const chain = [
    hunk("model"),
    hunk("entry", { requires: ["model"] }),
    hunk("link", { requires: ["entry"] }),
  ];

  it("to accept takes along what the change needs", () => {
    const review = readReview(detail(chain));
    const [, , link] = review.changes;
    expect(link && takenAlong(review, link, "accepted").map(({ id }) => id)).toEqual(["entry", "model"]);
  });

  it("to reject takes along what needs the change", () => {
    const review = readReview(detail(chain));
    const [first] = review.changes;
    expect(first && takenAlong(review, first, "rejected").map(({ id }) => id)).toEqual(["entry", "link"]);
  });

  it("counts for merging only together with what it needs", () => {
    const waits = chain.map((one) => (one.id === "link" ? { ...one, decision: "accepted" as const } : one));
    expect(outcomeOf(readReview(detail(waits)))).toMatchObject({ takes: 0, stays: 3 });
    const all = chain.map((one) => ({ ...one, decision: "accepted" as const }));
    expect(outcomeOf(readReview(detail(all)))).toMatchObject({ takes: 3, stays: 0, drops: 0 });
  });

  it("to publish is told apart", () => {
    const accepted = MIXED.map((one) => ({ ...one, decision: "accepted" as const }));
    expect(outcomeOf(readReview(detail(accepted)))).toMatchObject({ takes: 4, publishes: 1 });
  });
});

describe("a conflict", () => {
  const sides = { base: "One. Two.", ours: "One! Two.", theirs: "Uno. Due.", suggested: null };
  const conflict = hunk("c", { op: "conflict", path: ["body"], conflict: sides });
  const prose = { path: ["body"], isProse: true };
  const hunks = [
    hunk("x", { ...prose, old: "One.", new: "Uno." }),
    hunk("y", { ...prose, old: "Two.", new: "Due." }),
    hunk("z", { ...prose, old: "Three.", new: "Tre." }),
  ];

  it("joins the changes it covers into one, and leaves others alone", () => {
    const review = readReview(detail(hunks, [conflict]));
    expect(review.changes.map(({ id, hunks: own }) => [id, own])).toEqual([
      ["x", ["x", "y"]],
      ["z", ["z"]],
    ]);
    expect(review.byHunk.get("y")?.id).toBe("x");
    expect(outcomeOf(review).conflicts).toBe(1);
  });

  it("is decided by its answer", () => {
    const kept = { ...conflict, choice: { take: "ours" } };
    expect(readReview(detail(hunks, [kept])).changes[0]?.state).toBe("rejected");
    const own = { ...conflict, choice: { take: "value", value: "Eins." } };
    expect(readReview(detail(hunks, [own])).changes[0]?.state).toBe("accepted");
  });

  it("without a change of its own is still shown", () => {
    const review = readReview(
      detail([hunk("a")], [{ ...conflict, target: about("document", "articles", "other") }]),
    );
    expect(review.changes.map(({ id }) => id)).toEqual(["a", "c"]);
  });
});

describe("checks", () => {
  it("about these subjects are told apart from what was there before", () => {
    const review = readReview(detail(MIXED));
    const say = (target: TargetInfo) => ({ severity: "warning" as const, message: "!", target });
    const checks = checksOf(review, [
      say(BENCH),
      say(about("document", "articles", "other")),
      say(about("dictionary", "ui-labels", "ui-labels", "nav.home")),
      say(about("dictionary", "ui-labels", "ui-labels", "nav.about")),
      say(about("document", "articles", "articles")),
    ]);
    expect(checks.own.map(({ changeId }) => changeId)).toEqual(["a", "d"]);
    expect(checks.elsewhere).toBe(3);
  });
});

describe("words", () => {
  it("come from the studio, or are the whole values", () => {
    expect(spansOfChange({ hunk: hunk("a") })).toEqual([
      ["removed", "old"],
      ["added", "new"],
    ]);
  });
});

describe("a merge that is taken back", () => {
  const [one, two] = [hunk("a", { runId: "r1" }), hunk("b", { runId: "r2" })];
  const undone = (...by: { undoesRun?: string; undoesId?: string }[]) => {
    const held = detail([one, two]);
    const undoneBy = by.map((told) => ({ ...held.proposal, state: "merged", ...told }));
    return takenBack({ ...held, undoneBy });
  };

  it("is so as a whole by its own undo or by that of all its turns, and in part by that of one", () => {
    expect(undone().isWhole).toBe(false);
    expect(undone({ undoesId: "p" }).isWhole).toBe(true);
    expect(undone({ undoesRun: "r1" })).toMatchObject({ by: { undoesRun: "r1" }, isWhole: false });
    expect(undone({ undoesRun: "r1" }, { undoesRun: "r2" }).isWhole).toBe(true);
  });
});
