/** Sending edits: one after another, each kept until it is answered. */
import { asApiError } from "@/api/errors";
import type { SiteToolAnswer } from "@/api/schema";
import { announce } from "@/lib/announce";
import { notify } from "@/lib/notices";
import { applyEdits, type Wanted } from "./queries";
import { forgetWanted, keepWanted, pushStep } from "./store";

let queue: Promise<unknown> = Promise.resolve();

/** Run something after everything that was asked for before, so that edits arrive in their order. */
export function inTurn<T>(run: () => Promise<T>): Promise<T> {
  const next = queue.then(run, run);
  queue = next.catch(() => null);
  return next;
}

/** Send edits, and keep them until they are answered: a page that is loaded anew meanwhile asks again. */
export async function sendNow(project: string, wanted: Wanted): Promise<SiteToolAnswer | null> {
  keepWanted(project, wanted);
  try {
    const answer = await applyEdits(project, wanted);
    // What changed nothing is nothing to take back.
    if (answer.runId && answer.settled)
      pushStep({ label: wanted.label, run: answer.runId, proposal: null }, project);
    announce(wanted.label);
    return answer;
  } catch (thrown) {
    const error = asApiError(thrown);
    notify({ tone: "failed", text: error.message, detail: error.suggestion });
    return null;
  } finally {
    forgetWanted(project, wanted.run);
  }
}

/** Send edits after everything that was asked for before. */
export const send = (project: string, wanted: Wanted) => inTurn(() => sendNow(project, wanted));
