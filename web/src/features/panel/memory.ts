/** What the panel remembers in this browser: the open conversation per project, agent and model choices. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

/** Something a person keeps in the agent's sight, whatever screen they go to. */
export interface Pin {
  modelId: string;
  entryId: string | null;
  /** What a person calls it. */
  label: string;
}

interface PanelMemory {
  /** By workspace and project: the conversation that was open. */
  conversations: Record<string, string>;
  agent: string | null;
  /** By agent: the model chosen for new conversations. */
  models: Record<string, string>;
  /** By field: text not sent yet. */
  drafts: Record<string, string>;
  pins: Pin[];
  /** True when what the agent writes waits for a person, also where theirs is merged at once. */
  reviewFirst: boolean;
}

export const usePanelMemory = create<PanelMemory>()(
  persist(
    (): PanelMemory => ({
      conversations: {},
      agent: null,
      models: {},
      drafts: {},
      pins: [],
      reviewFirst: true,
    }),
    { name: "proofroom.panel" },
  ),
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

function isSame(one: Pin, two: Pin): boolean {
  return one.modelId === two.modelId && one.entryId === two.entryId;
}

/** Pin something; what is pinned already stays as it is. */
export function addPin(pin: Pin): void {
  usePanelMemory.setState(({ pins }) => ({
    pins: pins.some((known) => isSame(known, pin)) ? pins : [...pins, pin],
  }));
}

/** Take a pin away. */
export function removePin(pin: Pin): void {
  usePanelMemory.setState(({ pins }) => ({ pins: pins.filter((known) => !isSame(known, pin)) }));
}

function changed(all: Record<string, string>, key: string, value: string | null): Record<string, string> {
  const { [key]: _old, ...rest } = all;
  return value === null ? rest : { ...rest, [key]: value };
}
