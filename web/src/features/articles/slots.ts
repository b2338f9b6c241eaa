/** The pictures of an article: those in its text, and the places that wait for one. Pure. */
import type { ArticleDetail } from "@/api/schema";

/** Return how many pictures stand in a text. */
export function picturesIn(content: string): number {
  return [...content.matchAll(/!\[[^\]]*\]\([^)]*\)/g)].length;
}

/** A place for a picture: what it shows, and how it stands. */
export interface Slot {
  id: string;
  description: string;
  approved: boolean;
  isMade: boolean;
  isPlaceholder: boolean;
}

interface Visuals {
  needs?: { id: string; description: string; placement_after: string; approved: boolean }[];
  finals?: { image_need_id: string; url: string; earlier?: string[]; is_placeholder?: boolean }[];
}

type HasVisuals = Pick<ArticleDetail, "visualsMetadata">;

/** Return the slot of the picture that stands at an address; none for one put in by hand. */
export function slotAt(article: HasVisuals, path: string): Slot | null {
  const { needs = [], finals = [] } = article.visualsMetadata as Visuals;
  const final = finals.find((one) => one.url === path || one.earlier?.includes(path));
  const need = needs.find((one) => one.id === final?.image_need_id);
  if (!need || !final) return null;
  return { ...bare(need), isMade: true, isPlaceholder: final.is_placeholder ?? false };
}

/** Return the slots of a part that have no picture, since none could be made. */
export function emptySlots(article: HasVisuals, heading: string): Slot[] {
  const { needs = [], finals = [] } = article.visualsMetadata as Visuals;
  return needs
    .filter((one) => (one.placement_after === "title" ? "" : one.placement_after) === heading)
    .filter((one) => !finals.some((final) => final.image_need_id === one.id))
    .map((one) => ({ ...bare(one), isMade: false, isPlaceholder: false }));
}

function bare(need: { id: string; description: string; approved: boolean }) {
  const description = need.description.replace(/\s+\(context:[\s\S]*$/i, "");
  return { id: need.id, description, approved: need.approved };
}
