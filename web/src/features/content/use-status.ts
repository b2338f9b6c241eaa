/** Publishing, unpublishing, archiving, now or by date: says what became of it and brings the screen up to date. */
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "@/api/keys";
import type { StatusChange } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { setStatus } from "./changes";
import { useContent } from "./context";
import { useTold } from "./use-told";

export interface StatusWish extends Omit<StatusChange, "entryIds"> {
  model: string;
  entry: string;
}

/** Return whether a change is under way, and a function that makes one and tells whether it was made. */
export function useStatus(): { isBusy: boolean; change: (wish: StatusWish) => Promise<boolean> } {
  const { projectId } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const { isBusy, act } = useAct();
  const change = async ({ model, entry, ...wish }: StatusWish) => {
    const isMade = await act(async () => {
      told(...(await setStatus(projectId, model, { ...wish, entryIds: entry ? [entry] : [] })));
    });
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
    return isMade;
  };
  return { isBusy, change };
}
