/** What a message carries besides its words: the screen, and what is pinned. */
import { type Screen, useScreen } from "@/lib/screen";
import { type Pin, usePanelMemory } from "./memory";

/** Return what a message carries at the moment it is sent; nobody draws it, so nobody follows it. */
export function contextNow(): Record<string, unknown> {
  return contextOfMessage(useScreen.getState().current, usePanelMemory.getState().pins);
}

export type PanelState = "overview" | "model" | "branch" | "vocabulary";

/** Return what is open beside the conversation, in the words agents know. */
export function panelState(selection: Record<string, string>): PanelState {
  if (selection.part === "glossary") return "vocabulary";
  if (selection.part === "branches" || selection.branch) return "branch";
  return selection.model ? "model" : "overview";
}

/** Return the context of a message, under the names agents know. */
export function contextOfMessage(
  { screen, title, selection = {} }: Screen,
  pins: readonly Pin[],
): Record<string, unknown> {
  const known = {
    activeModelId: selection.model,
    activeLocale: selection.locale,
    activeEntryId: selection.entry,
    activeBranch: selection.branch,
    currentDocument: selection.page && { type: selection.pageType, id: selection.page },
    selectedNodeId: selection.node,
    activeBreakpointId: selection.breakpoint,
  };
  return {
    screen,
    title,
    selection,
    panelState: panelState(selection),
    ...Object.fromEntries(Object.entries(known).filter(([, value]) => value)),
    ...(pins.length > 0 ? { contextItems: pins.map(asItem) } : {}),
  };
}

function asItem({ modelId, entryId }: Pin): Record<string, string> {
  return entryId ? { type: "entry", modelId, entryId } : { type: "model", modelId };
}

/** Return what could be pinned of a screen, if it shows something that can be. */
export function pinnable({ screen, title, selection = {} }: Screen): Pin | null {
  if (screen !== "content" || !selection.model) return null;
  return { modelId: selection.model, entryId: selection.entry ?? null, label: title };
}
