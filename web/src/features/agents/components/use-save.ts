/** Saving a change of an agent: a new version, refused when somebody else made one meanwhile. */
import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { AgentChange, AgentDetail } from "@/api/schema";
import { notify } from "@/lib/notices";
import { refreshAgents } from "../queries";

/** Return a function that saves what changed and says which version it became. */
export function useSave(agent: AgentDetail): (change: AgentChange) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (change) => {
    const params = { path: { slug: agent.slug } };
    const body = { ...change, expectedVersion: agent.version };
    const saved = await unwrap(api.PUT("/api/agents/{slug}", { params, body }));
    notify({ tone: "done", text: t("agents.saved", { name: saved.name, version: saved.version }) });
    await refreshAgents(client);
  };
}

/** Return a function that keeps what changed as a candidate: tried first, live only when it is published. */
export function useSaveCandidate(agent: AgentDetail): (change: AgentChange) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (change) => {
    const params = { path: { slug: agent.slug } };
    const body = { ...change, expectedVersion: agent.version };
    const made = await unwrap(api.POST("/api/agents/{slug}/candidates", { params, body }));
    notify({ tone: "done", text: t("agents.candidateMade", { version: made.version }) });
    await refreshAgents(client);
  };
}
