/** What the panel is about right now: the agent, its model, and what a message would carry. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { createContext, useContext, useEffect, useMemo } from "react";
import { refetchAffected, refetchRuns } from "@/api/affected";
import { agentsQuery, defaultsQuery, modelsQuery } from "@/api/agents";
import { useDecided } from "@/api/approvals";
import { keys } from "@/api/keys";
import type { AgentInfo, ModelOption } from "@/api/schema";
import { takeWish, useWish } from "@/lib/ask";
import { useScreen } from "@/lib/screen";
import { contextNow } from "./context";
import { COMPOSER, placeOf, rememberConversation, rememberDraft, usePanelMemory } from "./memory";
import { fitting, type Lock, modelOf, pickAgent, scopeAt } from "./model";
import { isParked, useThread } from "./store";
import { hearTabs, tellTabs } from "./tabs";
import {
  backfill,
  listen,
  lookForMore,
  type Outgoing,
  openConversation,
  refresh,
  startFresh,
} from "./thread";

export interface PanelScope {
  workspaceId: string;
  projectId: string | null;
}

export interface PanelFacts {
  isLoading: boolean;
  agents: AgentInfo[];
  models: ModelOption[];
  agent: AgentInfo | null;
  model: ModelOption | null;
  lock: Lock;
  outgoing: (text: string) => Outgoing;
}

export const PanelFactsContext = createContext<PanelFacts | null>(null);

/** Return the facts of the panel one is in. */
export function useFacts(): PanelFacts {
  const facts = useContext(PanelFactsContext);
  if (!facts) throw new Error("useFacts works inside the panel only");
  return facts;
}

/** Return the facts of the panel, following every change of them. */
export function usePanel({ projectId }: PanelScope): PanelFacts {
  const agents = useQuery(agentsQuery);
  const models = useQuery(modelsQuery);
  const defaults = useQuery(defaultsQuery);
  const conversation = useThread((state) => state.conversation);
  const remembered = usePanelMemory((memory) => memory.agent);
  const chosenModels = usePanelMemory((memory) => memory.models);
  const screen = useScreen(({ current }) => current.screen);
  const place = scopeAt(screen, projectId !== null);
  return useMemo(() => {
    const known = agents.data ?? [];
    const options = models.data ?? [];
    const agent = pickAgent(known, conversation?.agent ?? fitting(known, remembered, place), place);
    const scope = conversation?.scope ?? agent?.scope;
    const usual = defaults.data?.find((each) => each.scope === scope)?.label ?? null;
    const wishes = [conversation?.model, agent && chosenModels[agent.slug], agent?.model, usual];
    const model = modelOf(options, wishes);
    return {
      isLoading: agents.isPending || models.isPending || defaults.isPending,
      agents: known,
      models: options,
      agent,
      model,
      lock: model ? "ready" : options.length === 0 ? "setup" : "chooseModel",
      outgoing: (text) => ({
        text,
        scope: conversation?.scope ?? agent?.scope ?? "workspace",
        agent: agent?.slug ?? null,
        model: model?.label ?? null,
        projectId,
        context: contextNow(),
        merge: !usePanelMemory.getState().reviewFirst,
      }),
    };
  }, [
    agents.data,
    agents.isPending,
    models.data,
    models.isPending,
    defaults.data,
    defaults.isPending,
    conversation,
    remembered,
    chosenModels,
    projectId,
    place,
  ]);
}

/** Open the conversation that was open here before, and keep it up to date. */
export function useOpenThread({ workspaceId, projectId }: PanelScope): void {
  const client = useQueryClient();
  const place = placeOf(workspaceId, projectId);
  useEffect(() => {
    listen({
      onRun: (ended) => {
        // Another tab that has the same conversation open shows the turn as well.
        tellTabs(useThread.getState().conversationId);
        refetchRuns(client);
        if (!ended) return;
        refetchAffected(client, ended.affected ?? {});
        // A run that waits has left something in the inbox, which no turn names.
        if (isParked(ended)) void client.invalidateQueries({ queryKey: keys.inbox });
      },
      onConversation: (id) => {
        rememberConversation(place, id);
        void client.invalidateQueries({ queryKey: keys.conversations });
      },
    });
    const before = usePanelMemory.getState().conversations[place];
    if (before) void openConversation(before).then(() => backfill());
    else startFresh();
  }, [client, place]);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === "visible") void refresh();
    };
    document.addEventListener("visibilitychange", look);
    const deaf = hearTabs((id) => {
      if (id === useThread.getState().conversationId) void refresh();
    });
    return () => {
      document.removeEventListener("visibilitychange", look);
      deaf();
    };
  }, []);
}

const PARKED_LOOK_MS = 5000;

/** Look after a parked run: at once when it was decided on here, now and then in case somebody else did. */
export function useParkedRun(): void {
  const parked = useThread((state) => {
    const view = state.turns.at(-1)?.view;
    return view && isParked(view) ? view.runId : null;
  });
  const decided = useDecided((state) => (state.runId === parked ? state.turn : 0));
  useEffect(() => {
    if (!parked) return undefined;
    const look = () => void lookForMore().catch(() => undefined);
    const soon = decided > 0 ? [150, 500, 1200, 2500].map((ms) => setTimeout(look, ms)) : [];
    const timer = setInterval(look, PARKED_LOOK_MS);
    return () => {
      clearInterval(timer);
      for (const one of soon) clearTimeout(one);
    };
  }, [parked, decided]);
}

/** Fulfil what another screen asked of the panel. */
export function useWishes(): void {
  const wish = useWish((state) => state.wish);
  useEffect(() => {
    if (!wish) return;
    const { agent, text, conversationId, fresh } = takeWish() ?? {};
    if (agent) usePanelMemory.setState({ agent });
    if (agent || fresh) startFresh();
    if (text) rememberDraft(COMPOSER, text);
    if (conversationId && conversationId !== useThread.getState().conversationId) {
      void goOn(conversationId, text !== undefined);
    } else {
      document.getElementById("composer")?.focus();
    }
  }, [wish]);
}

/** Go on in a conversation. One of somebody else is theirs alone: what is wanted is then asked in a new one. */
async function goOn(conversationId: string, takesFocus: boolean): Promise<void> {
  await openConversation(conversationId);
  if (useThread.getState().phase === "failed") startFresh();
  else void backfill();
  // The box comes with the conversation. Where nothing is to be written, the focus stays where the person is.
  if (takesFocus) requestAnimationFrame(() => document.getElementById("composer")?.focus());
}
