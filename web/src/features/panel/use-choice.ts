/** Choosing who answers and with what. */
import { useQueryClient } from "@tanstack/react-query";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { rememberModel, usePanelMemory } from "./memory";
import { useThread } from "./store";
import { startFresh } from "./thread";
import { useFacts } from "./use-panel";

/** Choosing an agent begins a new conversation with it; choosing a model changes the open one. */
export function useChoice(): { agent: (slug: string) => void; model: (label: string) => void } {
  const client = useQueryClient();
  const facts = useFacts();
  return {
    agent: (slug) => {
      if (slug === facts.agent?.slug) return;
      usePanelMemory.setState({ agent: slug });
      startFresh();
    },
    model: (label) => {
      if (facts.agent) rememberModel(facts.agent.slug, label);
      const { conversation } = useThread.getState();
      if (!conversation) return;
      useThread.setState({ conversation: { ...conversation, model: label } });
      const params = { path: { conversation_id: conversation.id } };
      void unwrap(api.PUT("/api/conversations/{conversation_id}", { params, body: { model: label } }))
        .then((changed) => useThread.setState({ conversation: changed }))
        .catch(() => useThread.setState({ conversation }))
        .finally(() => client.invalidateQueries({ queryKey: keys.conversations }));
    },
  };
}
