/** A wish for the agent panel, from any screen: open with this agent, perhaps with these words. */
import { create } from "zustand";
import { setSide } from "./frame";

export interface Wish {
  agent?: string;
  /** A conversation to go on in, so that what was made there is changed there. */
  conversationId?: string;
  text?: string;
  /** True for a conversation that begins anew. */
  fresh?: boolean;
}

export const useWish = create<{ wish: Wish | null }>(() => ({ wish: null }));

/** Ask for the panel; it opens and takes the wish. */
export function askAgent(wish: Wish): void {
  setSide("dockOpen", true);
  useWish.setState({ wish });
}

/** Take the wish, so that it is fulfilled once. */
export function takeWish(): Wish | null {
  const { wish } = useWish.getState();
  if (wish) useWish.setState({ wish: null });
  return wish;
}
