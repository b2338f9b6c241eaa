/** The place in a conversation where a proposal's changes are shown; the app says by what. */
import { type ComponentType, createContext, type ReactNode } from "react";
import type { ProposalItem } from "@/lib/run/view";

export interface ChangeCardProps {
  proposal: ProposalItem;
  /** What to show as long as nothing more is known. */
  plain: ReactNode;
}

/** Whether a turn of a conversation is its newest; null where no conversation goes on. */
export const NewestTurn = createContext<boolean | null>(null);

export const ChangeSlot = createContext<ComponentType<ChangeCardProps> | null>(null);
