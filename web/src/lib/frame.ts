/**
 * Which side parts of the frame are open. At a desk that is what the person chose, and it is kept. Where there is
 * less room, or the page is zoomed, both begin shut, because open they would cover what one came for; opening one
 * then lasts as long as the page.
 */
import { create } from "zustand";
import { prefer, usePreferences } from "./preferences";

export type Side = "railOpen" | "dockOpen";

interface Tight extends Record<Side, boolean> {
  isTight: boolean;
}

const TIGHT = "(max-width: 1099px)";
const SHUT = { railOpen: false, dockOpen: false };

const useTight = create<Tight>((set) => {
  if (typeof matchMedia === "undefined") return { isTight: false, ...SHUT };
  const query = matchMedia(TIGHT);
  query.addEventListener("change", () => set({ isTight: query.matches, ...SHUT }));
  return { isTight: query.matches, ...SHUT };
});

/** Return whether there is no room for anything beside the page. */
export const useIsTight = (): boolean => useTight((tight) => tight.isTight);

/** Return whether a side part is open. */
export function useSide(side: Side): boolean {
  const chosen = usePreferences((preferences) => preferences[side]);
  const tight = useTight();
  return tight.isTight ? tight[side] : chosen;
}

/** Open or shut a side part. */
export function setSide(side: Side, isOpen: boolean): void {
  if (useTight.getState().isTight) useTight.setState({ [side]: isOpen });
  else prefer({ [side]: isOpen });
}

/** Open a side part that is shut, and the other way round. */
export function toggleSide(side: Side): void {
  const tight = useTight.getState();
  setSide(side, !(tight.isTight ? tight[side] : usePreferences.getState()[side]));
}
