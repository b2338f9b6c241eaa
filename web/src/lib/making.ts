/** Whether the form for a new project is open: menu, palette and empty screens all lead to it. */
import { create } from "zustand";

export const useMaking = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Open the form for a new project, or close it. */
export function makeProject(isOpen = true): void {
  useMaking.setState({ isOpen });
}
