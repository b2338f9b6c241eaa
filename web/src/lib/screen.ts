/** What the person looks at, told to the agent with each message. */
import { useEffect } from "react";
import { create } from "zustand";

export interface Screen {
  /** The screen's name, e.g. `runs`. */
  screen: string;
  /** The words a person calls it by. */
  title: string;
  /** What is open or selected there, by id. */
  selection?: Record<string, string>;
}

export const useScreen = create<{ current: Screen }>(() => ({ current: { screen: "", title: "" } }));

/** Say what the calling screen shows. */
export function useShownScreen(screen: string, title: string, selection?: Record<string, string>): void {
  const picked = JSON.stringify(selection ?? {});
  useEffect(() => {
    const chosen = JSON.parse(picked) as Record<string, string>;
    useScreen.setState({ current: { screen, title, selection: chosen } });
  }, [screen, title, picked]);
}
