/** Something a person set off: busy while it goes on, told as a notice when it failed. */
import { useState } from "react";
import { asApiError } from "@/api/errors";
import { notify } from "./notices";

/** Return whether an action is under way, and a function that runs one and tells how it ended. */
export function useAct(): { isBusy: boolean; act: (run: () => Promise<void>) => Promise<boolean> } {
  const [isBusy, setBusy] = useState(false);
  const act = async (run: () => Promise<void>) => {
    setBusy(true);
    try {
      await run();
      return true;
    } catch (thrown) {
      const error = asApiError(thrown);
      notify({ tone: "failed", text: error.message, detail: error.suggestion });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { isBusy, act };
}
