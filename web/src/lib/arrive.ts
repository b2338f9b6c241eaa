/** Parts of the app that come over a connection which may be lost meanwhile. */

interface Ways {
  /** Tell whether the studio answers now. */
  isReachable?: () => Promise<boolean>;
  pause?: () => Promise<void>;
}

const BETWEEN_MS = 1000;

/** Load a part; while the studio cannot be reached, wait for it. Throws what a studio that answers does not have. */
export async function arrive<T>(load: () => Promise<T>, ways: Ways = {}): Promise<T> {
  const { isReachable = asksReady, pause = rest } = ways;
  let wasThere = false;
  for (;;) {
    try {
      return await load();
    } catch (thrown) {
      // It may have come back between the two: only what fails twice beside an answer is missing.
      const isThere = await isReachable();
      if (isThere && wasThere) throw thrown;
      wasThere = isThere;
      await pause();
    }
  }
}

function asksReady(): Promise<boolean> {
  return fetch("/api/ready", { cache: "no-store" }).then(
    () => true,
    () => false,
  );
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, BETWEEN_MS));
}
