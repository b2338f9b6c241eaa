/** Names as addresses spell them. */

/** Return a slug made of a title. */
export function slugOf(title: string): string {
  const plain = title
    .toLowerCase()
    .replaceAll("ı", "i")
    .normalize("NFD")
    .replace(/\p{Diacritic}/gu, "");
  return plain.replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "");
}
