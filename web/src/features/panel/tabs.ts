/** Other tabs of this browser: what happens in a conversation is shown in each that has it open. */
let channel: BroadcastChannel | null = null;

function open(): BroadcastChannel {
  channel ??= new BroadcastChannel("proofroom.conversation");
  return channel;
}

/** Tell the other tabs that something happened in a conversation. */
export function tellTabs(conversationId: string | null): void {
  if (conversationId) open().postMessage(conversationId);
}

/** Hear of conversations in which something happened in another tab; returns how to stop. */
export function hearTabs(hear: (conversationId: unknown) => void): () => void {
  const take = ({ data }: MessageEvent) => hear(data);
  open().addEventListener("message", take);
  return () => open().removeEventListener("message", take);
}
