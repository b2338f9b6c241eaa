/** What a person looked at last, so that the palette can lead back. Kept in this browser only. */
import { create } from "zustand";
import { persist } from "zustand/middleware";

export interface Recent {
  title: string;
  /** The address inside the app. */
  href: string;
  screen: string;
}

const MOST = 12;

export const useRecent = create<{ byPerson: Record<string, Recent[]> }>()(
  persist((): { byPerson: Record<string, Recent[]> } => ({ byPerson: {} }), { name: "proofroom.recent" }),
);

/** Return the list with a place in front; a place that was there already, by address or by name, moves. */
export function withRecent(before: readonly Recent[], now: Recent): Recent[] {
  const isSame = ({ href, title, screen }: Recent) =>
    href === now.href || (title === now.title && screen === now.screen);
  return [now, ...before.filter((one) => !isSame(one))].slice(0, MOST);
}

/** Keep a place as the one seen last. */
export function rememberPlace(personId: string, now: Recent): void {
  useRecent.setState(({ byPerson }) => ({
    byPerson: { ...byPerson, [personId]: withRecent(byPerson[personId] ?? [], now) },
  }));
}
