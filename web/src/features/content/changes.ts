/** What the content screen tells the studio to change. */
import { api, unwrap } from "@/api/client";
import type { ChangeAnswer, EntrySave, FixAnswer, ModelSave, StatusChange } from "@/api/schema";

/** Save fields of one entry, or make one. */
export function saveEntry(projectId: string, model: string, body: EntrySave): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId, model } };
  return unwrap(api.PUT("/api/projects/{project_id}/content/entries/{model}", { params, body }));
}

/** As many entries as one request takes. */
const AT_ONCE = 1000;

/** Do the same to many entries, in as many requests as it takes. */
async function inParts(
  ids: readonly string[],
  act: (part: string[]) => Promise<ChangeAnswer>,
): Promise<ChangeAnswer[]> {
  // A model that is one record has no ids.
  if (ids.length === 0) return [await act([])];
  const answers: ChangeAnswer[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) answers.push(await act(ids.slice(at, at + AT_ONCE)));
  return answers;
}

/** Publish, unpublish or archive entries. */
export function setStatus(projectId: string, model: string, body: StatusChange): Promise<ChangeAnswer[]> {
  const params = { path: { project_id: projectId, model } };
  return inParts(body.entryIds, (entryIds) =>
    unwrap(
      api.POST("/api/projects/{project_id}/content/entries/{model}/status", {
        params,
        body: { ...body, entryIds },
      }),
    ),
  );
}

/** Delete entries from one locale, or from all. */
export function deleteEntries(
  projectId: string,
  model: string,
  entryIds: string[],
  locale: string | null,
): Promise<ChangeAnswer[]> {
  const params = { path: { project_id: projectId, model } };
  return inParts(entryIds, (part) =>
    unwrap(
      api.POST("/api/projects/{project_id}/content/entries/{model}/delete", {
        params,
        body: { entryIds: part, ...(locale ? { locale } : {}) },
      }),
    ),
  );
}

/** Make or change a model. */
export function saveModel(projectId: string, model: string, body: ModelSave): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId, model } };
  return unwrap(api.PUT("/api/projects/{project_id}/content/models/{model}", { params, body }));
}

/** Delete a model with its content. */
export function deleteModel(projectId: string, model: string): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId, model } };
  return unwrap(api.DELETE("/api/projects/{project_id}/content/models/{model}", { params }));
}

/** Set terms of the glossary; others stay. */
export function setTerms(
  projectId: string,
  terms: Record<string, Record<string, string>>,
): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId } };
  return unwrap(api.PUT("/api/projects/{project_id}/content/vocabulary", { params, body: { terms } }));
}

/** Cure what needs no decision, or only show what that would do. */
export function fixFindings(projectId: string, dryRun: boolean): Promise<FixAnswer> {
  const params = { path: { project_id: projectId } };
  return unwrap(api.POST("/api/projects/{project_id}/content/validation/fix", { params, body: { dryRun } }));
}

/** Delete terms of the glossary, in every locale. */
export function deleteTerms(projectId: string, terms: string[]): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId } };
  return unwrap(
    api.POST("/api/projects/{project_id}/content/vocabulary/delete", { params, body: { terms } }),
  );
}

/** Support one more locale. */
export function addLocale(projectId: string, locale: string): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId } };
  return unwrap(api.POST("/api/projects/{project_id}/content/locales", { params, body: { locale } }));
}

/** Copy a model's entries into a locale that has none of them. */
export function copyLocale(
  projectId: string,
  model: string,
  source: string,
  target: string,
): Promise<ChangeAnswer> {
  const params = { path: { project_id: projectId, model } };
  const body = { source, target };
  return unwrap(api.POST("/api/projects/{project_id}/content/entries/{model}/copy", { params, body }));
}

/** Merge a branch that no proposal speaks for. */
export function mergeBranch(projectId: string, branch: string) {
  const params = { path: { project_id: projectId } };
  return unwrap(api.POST("/api/projects/{project_id}/content/merge", { params, body: { branch } }));
}

/** Throw a branch away. */
export function rejectBranch(projectId: string, branch: string) {
  const params = { path: { project_id: projectId } };
  return unwrap(api.POST("/api/projects/{project_id}/content/reject", { params, body: { branch } }));
}
