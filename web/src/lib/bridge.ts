/** What the screen can do for a run that asks the browser: a screen offers it as long as it is shown. */
import { useEffect } from "react";

export interface BrowserResult {
  ok: boolean;
  data?: unknown;
  error?: string;
  /** Pictures in base64. */
  images?: { mimeType: string; data: string }[];
}

type Answer = (input: Record<string, unknown>) => Promise<BrowserResult>;

const offered = new Map<string, Answer>();

/** Answer calls of this tool here, as long as the calling component is shown. */
export function useBrowserTool(name: string, answer: Answer): void {
  useEffect(() => {
    offered.set(name, answer);
    return () => {
      if (offered.get(name) === answer) offered.delete(name);
    };
  }, [name, answer]);
}

/** Tell whether anything is offered: a run that nobody here can answer is better served by the studio itself. */
export function canAnswer(): boolean {
  return offered.size > 0;
}

/** Answer a call; one that nobody offers any more, or that breaks, is an answer too. */
export async function answerHere(name: string, input: Record<string, unknown>): Promise<BrowserResult> {
  const answer = offered.get(name);
  if (!answer) return { ok: false, error: `No screen that is open here can answer ${name}.` };
  try {
    return await answer(input);
  } catch (thrown) {
    return { ok: false, error: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}
