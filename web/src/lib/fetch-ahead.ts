/** Fetches parts of the app before they are wanted. */
import { useEffect } from "react";

const REST_MS = 1500;

/** Load a part of the app when the screen has come to rest, so that the first use of it does not wait. */
export function useFetchAhead(load: () => Promise<unknown>): void {
  useEffect(() => {
    // What cannot be had now is asked for again when it is wanted.
    const timer = setTimeout(() => void load().catch(() => undefined), REST_MS);
    return () => clearTimeout(timer);
  }, [load]);
}
