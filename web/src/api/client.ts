/** The typed door to the HTTP API. Says which language the app
 * speaks, and sends the CSRF token with every request that changes something. */
import createClient, { type Middleware } from "openapi-fetch";
import { usePreferences } from "@/lib/preferences";
import { ApiError, asApiError, errorOf } from "./errors";
import type { paths } from "./schema";

let csrfToken = "";
let onSignedOut: () => void = () => undefined;

/** Keep the session's CSRF token for later requests. */
export function setCsrfToken(token: string): void {
  csrfToken = token;
}

/** Say what to do when the studio answers that nobody is signed in. */
export function whenSignedOut(action: () => void): void {
  onSignedOut = action;
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
    if (response.status === 401 && schemaPath !== "/api/session") onSignedOut();
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
  if (response.status === 401) onSignedOut();
  throw errorOf(response.status, await response.json().catch(() => null));
}

export { ApiError };
