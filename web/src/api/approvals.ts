/** Calls that wait for a person's word: read them, look ahead, decide one or several; and what is remembered. */
import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { ApprovalDecision, ApprovalInfo, CallPreviewInfo, OutcomeInfo } from "./schema";

/** One approval with its exact input. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: keys.approval(id),
    queryFn: () => unwrap(api.GET("/api/approvals/{approval_id}", { params: { path: { approval_id: id } } })),
  });
}

/** Every call that waits and that this person may see, each with its exact input. */
export const pendingQuery = queryOptions({
  queryKey: keys.pending,
  queryFn: () => unwrap(api.GET("/api/approvals", { params: { query: { status: "pending" } } })),
  refetchInterval: 10_000,
  refetchOnMount: "always",
});

/** What a call would change now. */
export function previewQuery(id: string) {
  return queryOptions({
    queryKey: keys.preview(id),
    queryFn: async () => {
      const params = { path: { approval_id: id } };
      // The client forgets that pairs have two members; the schema knows.
      return (await unwrap(api.GET("/api/approvals/{approval_id}/changes", { params }))) as CallPreviewInfo;
    },
  });
}

/** What was remembered of approvals, and what the workspace has ruled. */
export const rulesQuery = queryOptions({
  queryKey: keys.approvalRules,
  queryFn: () => unwrap(api.GET("/api/approval-rules")),
});

/** The run that was decided on last in this browser, so that whoever shows it can look at it again. */
export const useDecided = create<{ runId: string | null; turn: number }>(() => ({ runId: null, turn: 0 }));

function tellDecided(approval: ApprovalInfo): void {
  // Whoever shows the run that a person started shows what it handed on as well.
  const runId = approval.run?.id ?? approval.runId;
  useDecided.setState((state) => ({ runId, turn: state.turn + 1 }));
}

/** Say a person's word on a call; its run goes on when all calls of the step are decided. */
export async function decideApproval(id: string, body: ApprovalDecision): Promise<ApprovalInfo> {
  const params = { path: { approval_id: id } };
  const decided = await unwrap(api.POST("/api/actions/{approval_id}/tool-approval", { params, body }));
  tellDecided(decided);
  return decided;
}

/** Say one word on several calls of a tool, each bound to the input that was shown; return what became of each. */
export async function decideApprovals(
  calls: readonly ApprovalInfo[],
  decision: ApprovalDecision["decision"],
  reason: string,
): Promise<OutcomeInfo[]> {
  const seen = calls.map(({ id, inputSha256 }) => ({ id, inputSha256 }));
  const outcomes = await unwrap(
    api.POST("/api/approvals/decisions", { body: { decision, reason, calls: seen } }),
  );
  if (calls[0]) tellDecided(calls[0]);
  return outcomes;
}

/** Take a rule back. */
export async function removeRule(id: string): Promise<void> {
  await unwrap(api.DELETE("/api/approval-rules/{rule_id}", { params: { path: { rule_id: id } } }));
}
