/** Text that arrives in pieces, each with the place where it begins. Places count characters, not UTF-16 units. */

export interface Grown {
  text: string;
  /** How many characters (code points) the text has: the studio's offsets count these. */
  length: number;
}

export const EMPTY: Grown = { text: "", length: 0 };

function isPlain(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdfff) return false;
  }
  return true;
}

function characters(text: string): string[] {
  return isPlain(text) ? text.split("") : Array.from(text);
}

function lengthOf(text: string): number {
  return isPlain(text) ? text.length : Array.from(text).length;
}

/**
 * Put a piece at its place. The same piece twice, or a longer stored piece over shorter live ones, gives the
 * same text. Returns null when something before the piece is missing.
 */
export function applyPiece(grown: Grown, offset: number, piece: string): Grown | null {
  if (offset > grown.length) return null;
  if (offset === grown.length) {
    return { text: grown.text + piece, length: grown.length + lengthOf(piece) };
  }
  const had = characters(grown.text);
  const added = characters(piece);
  const text = [...had.slice(0, offset), ...added, ...had.slice(offset + added.length)].join("");
  return { text, length: Math.max(grown.length, offset + added.length) };
}
