/** What went wrong, in the one shape of the API: what happened, what to do next, whether trying again helps. */
import type { ErrorBody } from "./schema";

export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly code: string;
  readonly suggestion: string;
  readonly recoverable: boolean;
  readonly status: number;
  readonly context: Record<string, unknown>;

  constructor(
    status: number,
    body: Pick<ErrorBody, "code" | "message" | "suggestion" | "recoverable"> & Partial<ErrorBody>,
  ) {
    super(body.message);
    this.status = status;
    this.code = body.code;
    this.suggestion = body.suggestion;
    this.recoverable = body.recoverable;
    this.context = body.context ?? {};
  }
}

/** The studio could not be reached at all; nothing was sent, or nothing is known about what was. */
export const UNREACHABLE = "unreachable";

function isErrorOut(value: unknown): value is { error: ErrorBody } {
  return typeof value === "object" && value !== null && "error" in value && typeof value.error === "object";
}

/** Return the error of an answer that was not a success. */
export function errorOf(status: number, body: unknown): ApiError {
  if (isErrorOut(body)) return new ApiError(status, body.error);
  return new ApiError(status, {
    code: `http_${status}`,
    message: `The studio answered with status ${status}.`,
    suggestion: "Try again. If it happens again, run `proofroom doctor`.",
    recoverable: status >= 500,
  });
}

/** Return any thrown thing as an ApiError; a failed fetch means that the studio cannot be reached. */
export function asApiError(thrown: unknown): ApiError {
  if (thrown instanceof ApiError) return thrown;
  return new ApiError(0, {
    code: UNREACHABLE,
    message: "The studio cannot be reached.",
    suggestion: "Check that it is running: `proofroom up`.",
    recoverable: true,
  });
}
