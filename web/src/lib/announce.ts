/** What is said to a screen reader: one polite region for the whole page, fed in sentences. */
import { create } from "zustand";

interface Said {
  text: string;
  /** Grows with each text, so that the same words are read again. */
  turn: number;
}

export const useAnnouncement = create<Said>(() => ({ text: "", turn: 0 }));

/** Say a sentence politely. */
export function announce(text: string): void {
  if (text.trim()) useAnnouncement.setState((said) => ({ text: text.trim(), turn: said.turn + 1 }));
}

const SENTENCE_END = /[.!?…:](?:["'”’)\]]*)(?=\s)|\n/g;

/** Split off the finished sentences: what can be said now, and what has to wait for its end. */
export function splitSentences(text: string): { ready: string; rest: string } {
  let end = 0;
  for (const match of text.matchAll(SENTENCE_END)) end = match.index + match[0].length;
  return { ready: text.slice(0, end).trim(), rest: text.slice(end) };
}
