import { describe, expect, it } from "vitest";
import type { RunView } from "@/lib/run/view";
import { followView } from "./run";
import type { RunEvent } from "./schema";

const traceId = "t1";

function answer(...events: RunEvent[]): Response {
  return new Response(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
}

function text(n: number, offset: number, piece: string): RunEvent {
  return { type: "text", n, traceId, step: "1", offset, text: piece };
}

const DONE: RunEvent = { type: "done", n: 20, traceId };

async function play(...answers: Response[]): Promise<{ view: RunView; opened: number[]; shown: string[] }> {
  const opened: number[] = [];
  const shown: string[] = [];
  const view = await followView({
    runId: "r",
    signal: new AbortController().signal,
    open: (after) => {
      opened.push(after);
      const next = answers[opened.length - 1];
      return next ? Promise.resolve(next) : Promise.reject(new Error("no more"));
    },
    publish: (seen) => shown.push(spoken(seen)),
    pause: () => Promise.resolve(),
    soon: (run) => run(),
  });
  return { view, opened, shown };
}

function spoken(view: RunView): string {
  return view.items.map((item) => ("text" in item ? item.text : "")).join("");
}

describe("following a run into a view", () => {
  it("loses and doubles nothing when the connection breaks in the middle", async () => {
    const { view, opened } = await play(
      answer(text(2, 0, "One "), text(3, 4, "two ")),
      answer(text(5, 0, "One two three")),
      answer(text(6, 13, "."), DONE),
    );
    expect(spoken(view)).toBe("One two three.");
    expect(opened).toEqual([0, 3, 5]);
    expect(view.status).toBe("completed");
  });

  it("reads the whole log again when a beginning is missing", async () => {
    const { view, opened, shown } = await play(
      answer(text(2, 0, "One "), text(3, 4, "two ")),
      answer(text(9, 12, "four")),
      answer(text(9, 0, "One two and four"), DONE),
    );
    expect(opened).toEqual([0, 3, 0]);
    expect(spoken(view)).toBe("One two and four");
    expect(shown.at(-1)).toBe("One two and four");
  });

  it("does not read for ever when the log itself has a hole", async () => {
    const { view, opened } = await play(answer(text(2, 0, "a"), text(3, 9, "z"), DONE));
    expect(opened).toHaveLength(1);
    expect(spoken(view)).toBe("a");
    expect(view.hasGap).toBe(true);
    expect(view.status).toBe("completed");
  });
});
