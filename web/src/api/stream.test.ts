import { describe, expect, it } from "vitest";
import { ApiError } from "./errors";
import type { RunEvent } from "./schema";
import { follow, readEvents, waitBefore } from "./stream";

const encoder = new TextEncoder();

function body(...chunks: (string | Uint8Array)[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const chunk of chunks)
        controller.enqueue(typeof chunk === "string" ? encoder.encode(chunk) : chunk);
      controller.close();
    },
  });
}

function line(n: number, text = ""): string {
  return `${JSON.stringify({ type: "text", n, text })}\n`;
}

const DONE = `${JSON.stringify({ type: "done", n: 9 })}\n`;

async function collect(stream: ReadableStream<Uint8Array>): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for await (const events of readEvents(stream)) all.push(...events);
  return all;
}

describe("reading lines", () => {
  it("reads every byte cut of the same log alike", async () => {
    const bytes = encoder.encode(line(1, "Bostanın son duvarı 😀") + line(2, "b") + DONE);
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const events = await collect(body(bytes.slice(0, cut), bytes.slice(cut)));
      expect(events.map((event) => event.n)).toEqual([1, 2, 9]);
      expect(events[0]).toMatchObject({ text: "Bostanın son duvarı 😀" });
    }
  });

  it("skips the blank lines that keep a connection open", async () => {
    expect(await collect(body("\n\n", line(1), "\n"))).toHaveLength(1);
  });

  it("leaves out a last line that broke off", async () => {
    expect(await collect(body(line(1), '{"type":"text","n":2,"te'))).toHaveLength(1);
  });
});

interface Script {
  opened: number[];
  seen: number[];
  links: string[];
  run: () => Promise<void>;
}

function script(...answers: (() => Response)[]): Script {
  const opened: number[] = [];
  const seen: number[] = [];
  const links: string[] = [];
  let last = 0;
  const run = () =>
    follow({
      after: 0,
      signal: new AbortController().signal,
      open: (after) => {
        opened.push(after);
        const answer = answers[opened.length - 1];
        return answer ? Promise.resolve().then(answer) : Promise.reject(new Error("no more answers"));
      },
      onEvents: (events) => {
        for (const event of events) if (event.n > last) seen.push(event.n);
        last = Math.max(last, ...events.map((event) => event.n));
        return last;
      },
      onLink: (state) => links.push(state),
      pause: () => Promise.resolve(),
    });
  return { opened, seen, links, run };
}

describe("following a run", () => {
  it("ends with the last event", async () => {
    const one = script(() => new Response(body(line(1), DONE)));
    await one.run();
    expect(one.seen).toEqual([1, 9]);
    expect(one.opened).toEqual([0]);
  });

  it("goes on from the last number after a broken connection, a refused one and a server in trouble", async () => {
    const three = script(
      () => new Response(body(line(1), line(2))),
      () => {
        throw new TypeError("network");
      },
      () => {
        throw new ApiError(503, { code: "unavailable", message: "", suggestion: "", recoverable: true });
      },
      () => new Response(body(line(2), line(3), DONE)),
    );
    await three.run();
    expect(three.opened).toEqual([0, 2, 2, 2]);
    expect(three.seen).toEqual([1, 2, 3, 9]);
    expect(three.links).toEqual(["live", "waiting", "waiting", "waiting", "live"]);
  });

  it("leaves a parked run, and reads on where it was when the log goes on behind the rest", async () => {
    const rest = `${JSON.stringify({ type: "done", n: 4, status: "awaiting_tool" })}\n`;
    const parked = script(() => new Response(body(line(1), rest)));
    await parked.run();
    expect(parked.opened).toEqual([0]);
    const resumed = script(() => new Response(body(line(1), rest, line(10_005), DONE.replace("9", "10006"))));
    await resumed.run();
    expect(resumed.seen).toEqual([1, 4, 10_005, 10_006]);
  });

  it("gives up when the run does not exist", async () => {
    const gone = script(() => {
      throw new ApiError(404, { code: "not_found", message: "", suggestion: "", recoverable: false });
    });
    await expect(gone.run()).rejects.toMatchObject({ code: "not_found" });
  });

  it("waits longer each time, but never longer than eight seconds", () => {
    expect([1, 2, 3, 4, 5, 6, 7, 20].map(waitBefore)).toEqual([250, 500, 1000, 2000, 4000, 8000, 8000, 8000]);
  });
});
