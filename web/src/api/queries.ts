/** What the app has read from the studio, kept true while it changes. */
import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  type Query,
  QueryClient,
  type QueryClientConfig,
  type QueryKey,
} from "@tanstack/react-query";

/**
 * Asks again for what a change made old, also where an answer is still on its way: it may have been given before the
 * change. The library by itself does so only for what was read before and is on the screen.
 */
export class Queries extends QueryClient {
  readonly #again = new WeakMap<Query, Promise<void>>();

  constructor(config?: QueryClientConfig) {
    super(config);
    this.getQueryCache().subscribe((event) => {
      const isPut = event.type === "updated" && event.action.type === "success" && event.action.manual;
      if (isPut && isAwaited(event.query)) void beginAnew(event.query);
    });
  }

  override async invalidateQueries<K extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<K>,
    options?: InvalidateOptions,
  ): Promise<void> {
    const found = this.getQueryCache().findAll(filters) as Query[];
    const isKept = (query: Query) =>
      isAwaited(query) && (query.state.data === undefined || !query.isActive());
    const again = found.filter(isKept).map((query) => this.#readAgain(query));
    await Promise.all([super.invalidateQueries(filters, options), ...again]);
  }

  /** Read once more after the answer, however often something changes until then; the answer is shown meanwhile. */
  #readAgain(query: Query): Promise<void> {
    const known = this.#again.get(query);
    if (known) return known;
    const again = (async () => {
      await query.promise?.catch(() => undefined);
      this.#again.delete(query);
      await super.invalidateQueries({ predicate: (one) => one === query });
    })();
    this.#again.set(query, again);
    return again;
  }
}

function isAwaited(query: Query): boolean {
  return query.state.fetchStatus !== "idle";
}

/** What the app has put there itself is newer than the answer that is on its way. */
async function beginAnew(query: Query): Promise<void> {
  void query.cancel({ silent: true });
  await query.fetch().catch(() => undefined); // whoever shows it tells
}
