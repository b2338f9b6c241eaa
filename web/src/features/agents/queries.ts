/** What the agents screen asks the studio for. */
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { AgentDetail } from "@/api/schema";
import { TRIALS } from "./trials";

/** One agent with its instructions and configuration. */
export function agentQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.agents, slug],
    queryFn: () => unwrap(api.GET("/api/agents/{slug}", { params: { path: { slug } } })),
  });
}

export const toolsQuery = queryOptions({
  queryKey: keys.tools,
  queryFn: () => unwrap(api.GET("/api/tools")),
  staleTime: 60_000,
});

export const schedulesQuery = queryOptions({
  queryKey: keys.schedules,
  queryFn: () => unwrap(api.GET("/api/schedules")),
});

/** Every version of an agent, the newest first. */
export function versionsQuery(slug: string) {
  return queryOptions({
    queryKey: [...keys.agents, slug, "versions"],
    queryFn: () => unwrap(api.GET("/api/agents/{slug}/versions", { params: { path: { slug } } })),
  });
}

/** What differs between two versions of an agent. */
export function diffQuery(slug: string, before: number, after: number) {
  return queryOptions({
    queryKey: [...keys.agents, slug, "diff", before, after],
    queryFn: () =>
      unwrap(api.GET("/api/agents/{slug}/diff", { params: { path: { slug }, query: { before, after } } })),
    enabled: before > 0,
  });
}

/** Where the studio's own version of an agent is newer than the one here. */
export function defaultQuery(slug: string, isSystem: boolean) {
  return queryOptions({
    queryKey: [...keys.agents, slug, "default"],
    queryFn: () => unwrap(api.GET("/api/agents/{slug}/default", { params: { path: { slug } } })),
    enabled: isSystem,
  });
}

/** Work by the clock and in the background; looked at again while something runs. */
export const jobsQuery = queryOptions({
  queryKey: [...keys.schedules, "jobs"],
  queryFn: () => unwrap(api.GET("/api/jobs")),
  refetchInterval: (query) => (query.state.data?.done.some(({ canCancel }) => canCancel) ? 1000 : 10_000),
});

/** After a change: the list, the agent and its versions. */
export function refreshAgents(client: QueryClient): Promise<void> {
  return client.invalidateQueries({ queryKey: keys.agents });
}

/** Who reports to whom. */
export const chartQuery = queryOptions({
  queryKey: [...keys.agents, "chart"],
  queryFn: () => unwrap(api.GET("/api/agents/chart")),
});

/** What each agent used since midnight, as the viewer counts days. */
export const spentTodayQuery = queryOptions({
  queryKey: keys.usage({ range: "today", by: "agent" }),
  queryFn: () => {
    const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    const tz = Intl.DateTimeFormat().resolvedOptions().timeZone;
    return unwrap(api.GET("/api/usage", { params: { query: { since, tz } } }));
  },
  refetchInterval: 30_000,
});

/** The runs that are going or wait for a person. */
export const goingQuery = queryOptions({
  queryKey: [...keys.runs, "going"],
  queryFn: async () => {
    const of = async (status: "running" | "waiting_human") =>
      (await unwrap(api.GET("/api/runs", { params: { query: { status, limit: 200 } } }))).runs;
    return (await Promise.all([of("running"), of("waiting_human")])).flat();
  },
  refetchInterval: 5_000,
});

/** The skills of the workspace. */
export const skillsQuery = queryOptions({
  queryKey: [...keys.agents, "skills"],
  queryFn: () => unwrap(api.GET("/api/skills")),
});

/** The agent that people talk to first. */
export const firstQuery = queryOptions({
  queryKey: [...keys.agents, "first"],
  queryFn: () => unwrap(api.GET("/api/agents/first")),
});

/** What agents have learnt. */
export const memoryQuery = queryOptions({
  queryKey: [...keys.agents, "memory"],
  queryFn: () => unwrap(api.GET("/api/memory")),
});

/** What people thought of an agent's work. */
export function wordsQuery(agent: string) {
  return queryOptions({
    queryKey: [...keys.feedback, agent],
    queryFn: () => unwrap(api.GET("/api/feedback", { params: { query: { agent } } })),
  });
}

export const reviewQuery = queryOptions({
  queryKey: [...keys.schedules, "review"],
  queryFn: () => unwrap(api.GET("/api/feedback/review")),
});

export const heartbeatsQuery = queryOptions({
  queryKey: [...keys.schedules, "heartbeats"],
  queryFn: () => unwrap(api.GET("/api/heartbeats")),
});

/** What came of an agent's beats; looked at again while one works. */
export function beatsQuery(agent: string) {
  return queryOptions({
    queryKey: [...keys.schedules, "beats", agent],
    queryFn: () => unwrap(api.GET("/api/heartbeats/beats", { params: { query: { agent, limit: 100 } } })),
    refetchInterval: (query) => (query.state.data?.[0]?.status === "running" ? 1000 : false),
  });
}

export function casesQuery(agent: string) {
  return queryOptions({
    queryKey: [...keys.agents, agent, "cases"],
    queryFn: () => unwrap(api.GET("/api/evals", { params: { query: { agent } } })),
  });
}

export function caseRunsQuery(id: string) {
  return queryOptions({
    queryKey: [...keys.agents, "case", id],
    queryFn: () => unwrap(api.GET("/api/evals/{case_id}/runs", { params: { path: { case_id: id } } })),
  });
}

/** Return how a case is replayed: with a version of an agent, or with the agent as it is, which closes what it learnt. */
export function playBody({ version: live }: Pick<AgentDetail, "version">, version: number) {
  return version === live ? { trials: TRIALS } : { trials: TRIALS, version };
}
