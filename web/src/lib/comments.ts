/** What people said about a proposal: by the change they said it about. */
import type { CommentInfo } from "@/api/schema";
import type { Change } from "@/lib/review";

/** The key of what was said about the whole proposal. */
export const ABOUT_ALL = "";

/** Return what people said, by hunk, the oldest first. */
export function commentsByHunk(comments: readonly CommentInfo[]): ReadonlyMap<string, CommentInfo[]> {
  const found = new Map<string, CommentInfo[]>();
  for (const comment of comments) {
    const key = comment.hunkId ?? ABOUT_ALL;
    found.set(key, [...(found.get(key) ?? []), comment]);
  }
  return found;
}

/** Return what people said about a change. */
export function commentsOn(comments: ReadonlyMap<string, CommentInfo[]>, change: Change): CommentInfo[] {
  return [...new Set([change.id, ...change.hunks])].flatMap((id) => comments.get(id) ?? []);
}
