/** A part that the open screen puts into the dock, beside the agent: it has a tab there as long as it is shown. */
import { useEffect } from "react";
import { create } from "zustand";

interface DockState {
  /** What the screen's part is called; null where a screen has none. */
  part: string | null;
  /** Whether the part is in front; the agent otherwise. */
  isFront: boolean;
  /** Where the part is drawn, once the dock is in the page. */
  place: HTMLElement | null;
}

export const useDock = create<DockState>(() => ({ part: null, isFront: true, place: null }));

/** Give the dock a part under a name, and return where to draw it. */
export function useDockPart(name: string): HTMLElement | null {
  useEffect(() => {
    useDock.setState({ part: name });
    return () => useDock.setState({ part: null });
  }, [name]);
  return useDock((dock) => dock.place);
}

/** Bring the screen's part to the front, or the agent. */
export function showDock(isFront: boolean): void {
  useDock.setState({ isFront });
}

/** Keep where the part is drawn. */
export function placeDockPart(place: HTMLElement | null): void {
  useDock.setState({ place });
}
