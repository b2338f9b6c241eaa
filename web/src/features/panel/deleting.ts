/** Whether the list for deleting conversations is open: the history menu leads to it. */
import { create } from "zustand";

export const useDeleting = create<{ isOpen: boolean }>(() => ({ isOpen: false }));

/** Open the list of conversations to delete from, or close it. */
export function deleteThreads(isOpen = true): void {
  useDeleting.setState({ isOpen });
}
