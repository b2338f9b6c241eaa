/** Send one message over HTTP: the answer is the stream of its run, or the word that it waits. */
import { openStream } from "@/api/client";
import type { ChatMessage, Queued } from "@/api/schema";
import { canAnswer } from "@/lib/bridge";
import type { Outgoing } from "./thread";

export interface Posted {
  stream: Response;
  queued: Queued | null;
}

/** Post a message under an id of our own. */
export async function postMessage(
  id: string,
  conversationId: string | null,
  outgoing: Outgoing,
): Promise<Posted> {
  const body: ChatMessage = {
    message: outgoing.text,
    messageId: id,
    context: outgoing.context,
    merge: outgoing.merge,
    bridge: canAnswer(),
    ...(conversationId
      ? { conversationId }
      : { agent: outgoing.agent, model: outgoing.model, projectId: outgoing.projectId }),
  };
  const response = await openStream(`/api/ai/chat/${encodeURIComponent(outgoing.scope)}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  const isQueued = response.status === 202;
  return { stream: response, queued: isQueued ? ((await response.json()) as Queued) : null };
}
