/** What the articles' screens ask the studio for. */
import { queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { ArticleBegun, ArticleBody, ArticleDetail, ArticleEdit, ArticleRunBody } from "@/api/schema";
import type { Finding } from "./model";

const root = ["articles"] as const;

export const articleKeys = {
  all: root,
  one: (id: string) => [...root, "one", id] as const,
};

const of = (id: string) => ({ params: { path: { article_id: id } } });

/** All articles one may see, newest change first; asked again while a run works on one. */
export function articlesQuery(query: string | undefined) {
  return queryOptions({
    queryKey: [...root, "list", query ?? ""],
    queryFn: () =>
      unwrap(api.GET("/api/articles", { params: { query: { limit: 100, ...(query ? { query } : {}) } } })),
    refetchInterval: ({ state }) => (state.data?.some((one) => one.runId) ? 2000 : false),
    placeholderData: (before) => before,
  });
}

/** One article; asked again while a run works on it. */
export function articleQuery(id: string) {
  return queryOptions({
    queryKey: articleKeys.one(id),
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}", of(id))),
    refetchInterval: ({ state }) =>
      state.data?.runId && state.data.status !== "foundations_approval" ? 700 : false,
    retry: false,
  });
}

/** What the run on an article asks before its next step; asked again while the run works or waits. */
export function askedQuery({ id, status, runId }: ArticleDetail) {
  const query = { status: "pending" as const, run_id: runId };
  return queryOptions({
    queryKey: [...articleKeys.one(id), "asked", status, runId],
    queryFn: () => unwrap(api.GET("/api/approvals", { params: { query } })),
    enabled: Boolean(runId) && status !== "foundations_approval",
    refetchInterval: 1500,
  });
}

/** What each stage of an article has cost; asked again while a run works on it. */
export function costsQuery({ id, version, status, runId }: ArticleDetail) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "costs", version, status],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/costs", of(id))),
    refetchInterval: runId && status !== "foundations_approval" ? 3000 : false,
    placeholderData: (before) => before,
  });
}

/** A run that worked on an article. */
export function runQuery(runId: string) {
  return queryOptions({
    queryKey: keys.run(runId),
    queryFn: () => unwrap(api.GET("/api/runs/{run_id}", { params: { path: { run_id: runId } } })),
    retry: false,
  });
}

/** The sources an article may cite, the most relevant first; its version tells when they are old. */
export function sourcesQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "sources", version],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/sources", of(id))),
    placeholderData: (before) => before,
  });
}

/** All that was given to an article or read for it, also what is not quoted. */
export function documentsQuery({ id, version }: ArticleDetail) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "documents", version],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/documents", of(id))),
    placeholderData: (before) => before,
  });
}

/** Phrases that read like a machine's. */
export function humanityQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "humanity", version],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/humanity", of(id))),
    placeholderData: (before) => before,
  });
}

/** What a finding rests on, and what could stand instead. */
export function evidenceQuery({ id, version }: ArticleDetail, { start, kind }: Finding) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "evidence", version, start, kind],
    queryFn: () =>
      unwrap(
        api.GET("/api/articles/{article_id}/findings/evidence", {
          params: { path: { article_id: id }, query: { start, kind } },
        }),
      ),
    retry: false,
  });
}

/** Holds a finding for none, with the reason; without one it counts again. */
export const dismissFinding = (id: string, { start, kind }: Finding, reason: string) =>
  unwrap(api.PUT("/api/articles/{article_id}/findings", { ...of(id), body: { start, kind, reason } }));

/** How the article was. */
export function versionsQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "versions", version],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/versions", of(id))),
  });
}

export const beginArticle = (body: ArticleBody): Promise<ArticleBegun> =>
  unwrap(api.POST("/api/articles", { body }));

export const editArticle = (id: string, body: ArticleEdit): Promise<ArticleDetail> =>
  unwrap(api.PUT("/api/articles/{article_id}", { ...of(id), body }));

export const deleteArticle = (id: string) => unwrap(api.DELETE("/api/articles/{article_id}", of(id)));

export const restoreArticle = (id: string) => unwrap(api.POST("/api/articles/{article_id}/restore", of(id)));

export const runArticle = (id: string, body: ArticleRunBody) =>
  unwrap(api.POST("/api/articles/{article_id}/run", { ...of(id), body }));

export const approve = (id: string, skeletonContent: string | null) =>
  unwrap(api.POST("/api/articles/{article_id}/approve", { ...of(id), body: { skeletonContent } }));

export const planAgain = (id: string, selectedReferenceIds: string[]) =>
  unwrap(
    api.POST("/api/artifacts/{article_id}/re-analyze-foundations", {
      ...of(id),
      body: { selectedReferenceIds },
    }),
  );

export const lockSection = (id: string, heading: string, isLocked: boolean) =>
  unwrap(api.PUT("/api/articles/{article_id}/sections", { ...of(id), body: { heading, isLocked } }));

export const publishArticle = (id: string, acceptFindings: boolean) =>
  unwrap(api.POST("/api/articles/{article_id}/publish", { ...of(id), body: { acceptFindings } }));

export const sendArticle = (id: string, model: string) =>
  unwrap(api.POST("/api/articles/{article_id}/send", { ...of(id), body: { model } }));

export const restoreVersion = (id: string, number: number) =>
  unwrap(
    api.POST("/api/articles/{article_id}/versions/{number}/restore", {
      params: { path: { article_id: id, number } },
    }),
  );

export const giveText = (id: string, name: string, text: string) =>
  unwrap(api.POST("/api/articles/{article_id}/texts", { ...of(id), body: { name, text, url: "" } }));

export const stopRun = (runId: string) =>
  unwrap(api.POST("/api/runs/{run_id}/stop", { params: { path: { run_id: runId } } }));

export const topicsKey = [...root, "topics"] as const;

/** The topics that wait, the best first. */
export function topicsQuery(projectId: string | null) {
  return queryOptions({
    queryKey: [...topicsKey, projectId ?? ""],
    queryFn: () =>
      unwrap(
        api.GET("/api/article-topics", { params: { query: projectId ? { project_id: projectId } : {} } }),
      ),
  });
}

export const suggestTopics = (projectId: string | null, about: string) =>
  unwrap(api.POST("/api/article-topics", { body: { projectId, about, type: "blog", count: 5 } }));

const topic = (id: string) => ({ params: { path: { topic_id: id } } });

export const beginTopic = (id: string): Promise<ArticleDetail> =>
  unwrap(api.POST("/api/article-topics/{topic_id}/begin", topic(id)));

export const dismissTopic = (id: string) => unwrap(api.DELETE("/api/article-topics/{topic_id}", topic(id)));

/** What changed from a version to the article as it is. */
export function diffQuery(id: string, number: number, version: number) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "diff", number, version],
    queryFn: () =>
      unwrap(
        api.GET("/api/articles/{article_id}/versions/{number}/diff", {
          params: { path: { article_id: id, number } },
        }),
      ),
  });
}

const settingsRoute = "/api/article-settings" as const;
export const settingsKey = [...root, "settings"] as const;

/** The models of each step, and a project's own words. */
export function settingsQuery(projectId: string | null) {
  return queryOptions({
    queryKey: [...settingsKey, projectId ?? ""],
    queryFn: () =>
      unwrap(api.GET(settingsRoute, { params: { query: projectId ? { project_id: projectId } : {} } })),
  });
}

export const saveModels = (models: Record<string, string[]>) =>
  unwrap(api.PUT("/api/article-settings/models", { body: { models } }));

export const takePreset = (preset: string) =>
  unwrap(api.PUT("/api/article-settings/models", { body: { models: {}, preset } }));

export const saveStyle = (projectId: string, avoid: Record<string, string>) =>
  unwrap(api.PUT("/api/article-settings/style", { body: { projectId, avoid } }));

export const improvePassage = (id: string, selectedText: string, userInstruction: string) =>
  unwrap(
    api.POST("/api/articles/{article_id}/improve", { ...of(id), body: { selectedText, userInstruction } }),
  );

export const localiseArticle = (id: string, locale: string) =>
  unwrap(api.POST("/api/articles/{article_id}/localise", { ...of(id), body: { locale } }));

/** Places outside that pieces can be sent to. */
export const destinationsQuery = queryOptions({
  queryKey: [...root, "destinations"],
  queryFn: () => unwrap(api.GET("/api/publish-destinations")),
});

export const publishTo = (id: string, connection: string) =>
  unwrap(
    api.POST("/api/articles/{article_id}/publish-to", { ...of(id), body: { connection, status: "draft" } }),
  );

export const tryLinks = (id: string) => unwrap(api.POST("/api/articles/{article_id}/links-check", of(id)));

/** How far the interview of a showcase is. */
export function interviewQuery(id: string, version: number) {
  return queryOptions({
    queryKey: [...articleKeys.one(id), "interview", version],
    queryFn: () => unwrap(api.GET("/api/articles/{article_id}/interview", of(id))),
    placeholderData: (before) => before,
  });
}

export const startInterview = (id: string) =>
  unwrap(api.POST("/api/articles/{article_id}/interview", of(id)));

export const answerInterview = (id: string, questionNumber: number, answer: string) =>
  unwrap(
    api.POST("/api/articles/{article_id}/interview/answers", {
      ...of(id),
      body: { questionNumber, answer, dimension: "", question: "" },
    }),
  );

export const completeInterview = (id: string) =>
  unwrap(
    api.POST("/api/articles/{article_id}/interview/complete", { ...of(id), body: { synthesizedBrief: "" } }),
  );

export const giveLink = (id: string) =>
  unwrap(api.POST("/api/articles/{article_id}/links", { ...of(id), body: { note: "", days: 7 } }));

export const decidePictures = (id: string, slot: string, stays: boolean) =>
  unwrap(
    api.PUT("/api/articles/{article_id}/pictures", {
      ...of(id),
      body: { approvedIds: stays ? [slot] : [], rejectedIds: stays ? [] : [slot] },
    }),
  );

export const drawAgain = (id: string, slot: string, wish: string) =>
  unwrap(
    api.POST("/api/articles/{article_id}/pictures/{image_id}/again", {
      params: { path: { article_id: id, image_id: slot } },
      body: wish.trim().length < 3 ? {} : { userFeedback: wish.trim() },
    }),
  );

export const writePost = (id: string) =>
  unwrap(api.POST("/api/articles/{article_id}/posts", { ...of(id), body: {} }));
