import { QueryObserver } from "@tanstack/react-query";
import { afterEach, describe, expect, it } from "vitest";
import { Queries } from "./queries";

const queryKey = ["links"];

/** A studio whose answers are given when the test says so, each what stood there when it was asked. */
class SlowStudio {
  holds = "before";
  readonly #waiting: (() => void)[] = [];
  asked = 0;

  read = (): Promise<string> => {
    const seen = this.holds;
    this.asked += 1;
    return new Promise((resolve) => this.#waiting.push(() => resolve(seen)));
  };

  /** Give the oldest answer that is waited for. */
  async answer(): Promise<void> {
    this.#waiting.shift()?.();
    await new Promise((resolve) => setTimeout(resolve));
  }
}

const ends: (() => void)[] = [];

afterEach(() => {
  for (const end of ends.splice(0)) end();
});

function open() {
  const studio = new SlowStudio();
  const queries = new Queries({ defaultOptions: { queries: { staleTime: 60_000, retry: false } } });
  queries.mount();
  ends.push(() => queries.clear());
  return { studio, queries };
}

/** Show it on a screen. */
function show({ studio, queries }: ReturnType<typeof open>): () => string | undefined {
  const observer = new QueryObserver(queries, { queryKey, queryFn: studio.read });
  ends.push(observer.subscribe(() => undefined));
  return () => observer.getCurrentResult().data;
}

describe("a change while an answer is on its way", () => {
  it("is shown, although the first answer was given before it", async () => {
    const at = open();
    const shown = show(at);
    at.studio.holds = "after";
    const isTrue = at.queries.invalidateQueries({ queryKey });
    await at.studio.answer();
    expect(shown()).toBe("before");
    await at.studio.answer();
    await isTrue;
    expect(shown()).toBe("after");
    expect(at.studio.asked).toBe(2);
  });

  it("leads to one more reading, however often it changes", async () => {
    const at = open();
    const shown = show(at);
    for (const word of ["one", "two", "three"]) {
      at.studio.holds = word;
      void at.queries.invalidateQueries({ queryKey });
    }
    await at.studio.answer();
    await at.studio.answer();
    expect(shown()).toBe("three");
    expect(at.studio.asked).toBe(2);
  });

  it("is read when a screen opens that was fetched ahead", async () => {
    const at = open();
    const ahead = at.queries.fetchQuery({ queryKey, queryFn: at.studio.read });
    at.studio.holds = "after";
    void at.queries.invalidateQueries({ queryKey });
    await at.studio.answer();
    expect(await ahead).toBe("before");
    const shown = show(at);
    await at.studio.answer();
    expect(shown()).toBe("after");
  });

  it("is not covered by an answer from before it, where the app knows it already", async () => {
    const at = open();
    const shown = show(at);
    await at.studio.answer();
    void at.queries.refetchQueries({ queryKey });
    at.studio.holds = "after";
    at.queries.setQueryData(queryKey, "after");
    await at.studio.answer();
    expect(shown()).toBe("after");
    await at.studio.answer();
    expect(shown()).toBe("after");
  });

  it("asks once where an answer was there before, as the library does", async () => {
    const at = open();
    const shown = show(at);
    await at.studio.answer();
    at.studio.holds = "after";
    void at.queries.invalidateQueries({ queryKey });
    await at.studio.answer();
    expect(shown()).toBe("after");
    expect(at.studio.asked).toBe(2);
  });
});
