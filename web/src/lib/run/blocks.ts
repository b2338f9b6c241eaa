/** The blocks of a kept message, as far as the app reads them. */

export interface Block {
  kind: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: Record<string, unknown>;
  ok?: boolean;
  content?: string;
}

/** Return the words of a message, without thinking and tools. */
export function wordsOf(blocks: readonly object[]): string {
  return (blocks as readonly Block[])
    .filter((block) => block.kind === "text")
    .map((block) => block.text ?? "")
    .join("");
}
