/** The typed door to the HTTP API. Says which language the app
 * speaks, and sends the CSRF token with every request that changes something. */
import createClient, { type Middleware } from "openapi-fetch";
import { usePreferences } from "@/lib/preferences";
import { ApiError, asApiError, errorOf } from "./errors";
import type { paths } from "./schema";

let csrfToken = "";
let onSignedOut: () => void = () => undefined;
let onNewSession: () => void = () => undefined;
let doubt: Promise<void> | null = null;

/** Keep the session's CSRF token for later requests. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Tell whether somebody was signed in here before, and did not sign out. */
export function hadSession(): boolean {
  return csrfToken !== "";
}

/** Say what to do when nobody is signed in any more, and when what was refused belonged to the session before. */
export function whenSignedOut(signedOut: () => void, newSession: () => void): void {
  onSignedOut = signedOut;
  onNewSession = newSession;
}

/**
 * An answer says that nobody is signed in: ask once more before believing it. A new password gives this browser a new
 * session, and what was on its way with the old one is refused.
 */
export function doubtSession(): Promise<void> {
  doubt ??= fetch("/api/session", { credentials: "same-origin", cache: "no-store" })
    .then(
      (asked) => (asked.status === 401 ? onSignedOut() : onNewSession()),
      () => undefined, // no connection: that is told elsewhere
    )
    .finally(() => {
      doubt = null;
    });
  return doubt;
}

/** Return the headers that a request of this method must carry: the app's language, and the CSRF token. */
export function ownHeaders(method: string): Record<string, string> {
  const spoken = { "Accept-Language": usePreferences.getState().language };
  const isSafe = ["GET", "HEAD", "OPTIONS"].includes(method.toUpperCase());
  return isSafe ? spoken : { ...spoken, "X-CSRF-Token": csrfToken };
}

const session: Middleware = {
  onRequest({ request }) {
    for (const [name, value] of Object.entries(ownHeaders(request.method))) request.headers.set(name, value);
    return request;
  },
  onResponse({ response, schemaPath }) {
    if (response.status === 401 && schemaPath !== "/api/session") void doubtSession();
    return undefined;
  },
};

export const api = createClient<paths>({ baseUrl: "/", credentials: "same-origin" });
api.use(session);

interface Answer<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** Return the body of an answer, or throw its error as an ApiError. */
export async function unwrap<T>(answer: Promise<Answer<T>>): Promise<T> {
  let settled: Answer<T>;
  try {
    settled = await answer;
  } catch (thrown) {
    throw asApiError(thrown);
  }
  if (!settled.response.ok) throw errorOf(settled.response.status, settled.error);
  return settled.data as T;
}

/** Open a stream of lines. Throws an ApiError when the answer is not a success. */
export async function openStream(path: string, init: RequestInit): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, {
      credentials: "same-origin",
      ...init,
      headers: {
        Accept: "application/x-ndjson",
        ...ownHeaders(init.method ?? "GET"),
        ...(init.body ? { "Content-Type": "application/json" } : {}),
      },
    });
  } catch (thrown) {
    if (thrown instanceof DOMException && thrown.name === "AbortError") throw thrown;
    throw asApiError(thrown);
  }
  if (response.ok) return response;
  if (response.status === 401) void doubtSession();
  throw errorOf(response.status, await response.json().catch(() => null));
}

export { ApiError };
