/** What the panel remembers in this browser: the open conversation per project, agent and model choices. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

interface PanelMemory {
  /** By workspace and project: the conversation that was open. */
  conversations: Record<string, string>;
  agent: string | null;
  /** By agent: the model chosen for new conversations. */
  models: Record<string, string>;
  /** By field: text not sent yet. */
  drafts: Record<string, string>;
}

export const usePanelMemory = create<PanelMemory>()(
  persist((): PanelMemory => ({ conversations: {}, agent: null, models: {}, drafts: {} }), {
    name: "proofroom.panel",
  }),
);

/** Where the composer's unsent text is remembered. */
export const COMPOSER = "composer";

/** Return the place under which a workspace's and project's conversation is remembered. */
export function placeOf(workspaceId: string, projectId: string | null): string {
  return `${workspaceId}:${projectId ?? ""}`;
}

/** Remember the open conversation of a place, or forget it. */
export function rememberConversation(place: string, id: string | null): void {
  usePanelMemory.setState(({ conversations }) => ({ conversations: changed(conversations, place, id) }));
}

/** Remember the model chosen for an agent. */
export function rememberModel(agent: string, label: string): void {
  usePanelMemory.setState(({ models }) => ({ models: changed(models, agent, label) }));
}

/** Remember text that was typed but not sent; empty text is forgotten. */
export function rememberDraft(key: string, text: string): void {
  usePanelMemory.setState(({ drafts }) => ({ drafts: changed(drafts, key, text || null) }));
}

function changed(all: Record<string, string>, key: string, value: string | null): Record<string, string> {
  const { [key]: _old, ...rest } = all;
  return value === null ? rest : { ...rest, [key]: value };
}
