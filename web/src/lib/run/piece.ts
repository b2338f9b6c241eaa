/** Text that arrives in pieces, each with the place where it begins. Places count UTF-16 units, as strings do. */

/**
 * Put a piece at its place. The same piece twice, or a longer stored piece over shorter live ones, gives the
 * same text. Returns null when something before the piece is missing.
 */
export function applyPiece(text: string, offset: number, piece: string): string | null {
  if (offset > text.length) return null;
  if (offset === text.length) return text + piece;
  return text.slice(0, offset) + piece + text.slice(offset + piece.length);
}
