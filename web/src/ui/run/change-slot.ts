/** The place in a conversation where a proposal's changes are shown; the app says by what. */
import { type ComponentType, createContext, type ReactNode } from "react";
import type { ProposalItem } from "@/lib/run/view";

export interface ChangeCardProps {
  proposal: ProposalItem;
  /** What to show as long as nothing more is known. */
  plain: ReactNode;
}

export const ChangeSlot = createContext<ComponentType<ChangeCardProps> | null>(null);
