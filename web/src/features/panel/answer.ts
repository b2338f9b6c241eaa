/** Answers what a followed run asks of the browser, with what is on the screen by then. */
import { api, unwrap } from "@/api/client";
import type { EventToolRequest, RunEvent } from "@/api/schema";
import { answerHere } from "@/lib/bridge";

const taken = new Set<string>();

/** Return the calls in these events that still wait: nothing came after them, and nobody took them before. */
export function waitingCalls(events: readonly RunEvent[], known: ReadonlySet<string>): EventToolRequest[] {
  return events.filter(
    (event, at): event is EventToolRequest =>
      event.type === "toolRequest" &&
      !known.has(event.requestId) &&
      !events.slice(at + 1).some(({ type }) => type === "toolResult" || type === "done" || type === "error"),
  );
}

/** Answer each call that waits, once. One that another window answered first is no error. */
export function answerCalls(
  runId: string,
  events: readonly RunEvent[],
  screen: () => Record<string, unknown>,
): void {
  for (const { requestId, toolName, input } of waitingCalls(events, taken)) {
    taken.add(requestId);
    void answerHere(toolName, input).then((result) => {
      const body = { bridgeId: runId, requestId, result, snapshot: screen() };
      return unwrap(api.POST("/api/ai/tool-result", { body })).catch(() => null);
    });
  }
}
