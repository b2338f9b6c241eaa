/** Which layer of commands is open. */
import { create } from "zustand";

interface Layers {
  open: "palette" | "help" | null;
}

export const useLayers = create<Layers>(() => ({ open: null }));

/** Open the command palette. */
export function openPalette(): void {
  useLayers.setState({ open: "palette" });
}

/** Open the list of shortcuts. */
export function openHelp(): void {
  useLayers.setState({ open: "help" });
}

/** Close whatever is open. */
export function closeLayer(): void {
  useLayers.setState({ open: null });
}
