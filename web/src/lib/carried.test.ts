import { describe, expect, it } from "vitest";
import type { HunkInfo, ProposalDetail, ProposalInfo } from "@/api/schema";
import { carriedFrom, withLater } from "./carried";

function proposal(id: string, state: string, carriedTo: string | null = null): ProposalInfo {
  return { id, state, branch: `cr/${id}`, projectId: "x", carriedTo } as ProposalInfo;
}

function detail(
  one: ProposalInfo,
  decisions: Record<string, HunkInfo["decision"]>,
  undoneBy: ProposalInfo[] = [],
): ProposalDetail {
  const hunks = Object.entries(decisions).map(([id, decision]) => ({ id, decision }) as HunkInfo);
  return { proposal: one, hunks, conflicts: [], undoneBy } as unknown as ProposalDetail;
}

const decisionsOf = ({ hunks }: ProposalDetail) => hunks.map(({ decision }) => decision);

describe("what a review left undecided", () => {
  const first = proposal("a", "merged", "cr/b");
  const second = proposal("b", "merged", "cr/c");
  const third = proposal("c", "open");

  it("is followed from proposal to proposal, and never in a circle", () => {
    expect(carriedFrom(first, [third, second, first]).map(({ id }) => id)).toEqual(["b", "c"]);
    const back = proposal("b", "merged", "cr/b");
    expect(carriedFrom(first, [back])).toEqual([back]);
  });

  it("stands as it was decided later: accepted once that is merged, rejected at once", () => {
    const shown = detail(first, { one: "accepted", two: null, three: null, four: null });
    const later = [
      detail(second, { two: "accepted", three: null, four: null }),
      detail(third, { three: "rejected", four: "accepted" }),
    ];
    expect(decisionsOf(withLater(shown, later))).toEqual(["accepted", "accepted", "rejected", null]);
    const dropped = [detail(proposal("b", "rejected"), { two: null, three: null, four: null })];
    expect(decisionsOf(withLater(shown, dropped))).toEqual(["accepted", "rejected", "rejected", "rejected"]);
  });

  it("is taken back with what came of it later", () => {
    const undo = proposal("u", "merged");
    expect(withLater(detail(first, {}), [detail(second, {}, [undo])]).undoneBy).toEqual([undo]);
  });
});
