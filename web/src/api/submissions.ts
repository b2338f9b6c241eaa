/** What people sent through forms, and a person's word on it. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "./client";
import { keys } from "./keys";
import type { SubmissionApproved } from "./schema";

export const SUBMISSION_STATES = ["pending", "approved", "rejected", "spam"] as const;

/** What people sent, newest first. */
export function submissionsQuery(projectId: string, status: (typeof SUBMISSION_STATES)[number]) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "submissions", status],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/submissions", {
          params: { path: { project_id: projectId }, query: { status, limit: 200 } },
        }),
      ),
  });
}

/** Make a draft of what somebody sent. */
export function approveSubmission(projectId: string, submission: string): Promise<SubmissionApproved> {
  const params = { path: { project_id: projectId, submission_id: submission } };
  return unwrap(
    api.POST("/api/projects/{project_id}/content/submissions/{submission_id}/approve", { params }),
  );
}

/** Turn down what somebody sent. */
export async function rejectSubmission(projectId: string, submission: string): Promise<void> {
  const params = { path: { project_id: projectId, submission_id: submission } };
  await unwrap(api.POST("/api/projects/{project_id}/content/submissions/{submission_id}/reject", { params }));
}

/** The forms of the project and how much waits in each. */
export function formsQuery(projectId: string) {
  return queryOptions({
    queryKey: [...keys.content, projectId, "forms"],
    queryFn: () =>
      unwrap(
        api.GET("/api/projects/{project_id}/content/forms", { params: { path: { project_id: projectId } } }),
      ),
    staleTime: 30_000,
  });
}
