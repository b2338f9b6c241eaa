/** Calls that wait for a person's word: read them and decide. */
import { queryOptions } from "@tanstack/react-query";
import { create } from "zustand";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { ApprovalDecision, ApprovalInfo } from "./schema";

/** One approval with its exact input. */
export function approvalQuery(id: string) {
  return queryOptions({
    queryKey: keys.approval(id),
    queryFn: () => unwrap(api.GET("/api/approvals/{approval_id}", { params: { path: { approval_id: id } } })),
  });
}

/** The run that was decided on last in this browser, so that whoever shows it can look at it again. */
export const useDecided = create<{ runId: string | null; turn: number }>(() => ({ runId: null, turn: 0 }));

/** Say a person's word on a call; its run goes on when all calls of the step are decided. */
export async function decideApproval(id: string, body: ApprovalDecision): Promise<ApprovalInfo> {
  const params = { path: { approval_id: id } };
  const decided = await unwrap(api.POST("/api/actions/{approval_id}/tool-approval", { params, body }));
  useDecided.setState((state) => ({ runId: decided.runId, turn: state.turn + 1 }));
  return decided;
}
