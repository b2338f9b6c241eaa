/** Media on plain data: which file stands for an asset, a focal point, sizes, what changed. */
import type { AssetChange, AssetDetail, AssetInfo, FocalPointInfo } from "@/api/schema";

export const MIDDLE: FocalPointInfo = { x: 0.5, y: 0.5 };

/** Return the address of the smallest file that is wide enough; the original where no other is. */
export function thumbnailOf(asset: Pick<AssetInfo, "url" | "variants">, width: number): string {
  const fitting = Object.values(asset.variants)
    .filter((variant) => variant.width >= width)
    .sort((a, b) => a.width - b.width);
  return fitting[0]?.url ?? asset.url;
}

/** Tell whether an asset can be shown as a picture. */
export function isPicture(asset: Pick<AssetInfo, "contentType">): boolean {
  return asset.contentType.startsWith("image/");
}

/** Return a focal point moved by this much, kept inside the picture. */
export function movedPoint(point: FocalPointInfo, dx: number, dy: number): FocalPointInfo {
  const kept = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 100) / 100;
  return { x: kept(point.x + dx), y: kept(point.y + dy) };
}

export interface AssetDraft {
  filename: string;
  alt: string;
  tags: string;
  focalPoint: FocalPointInfo;
}

/** Return what can be changed about an asset, as a form shows it. */
export function draftOf(asset: AssetDetail): AssetDraft {
  return {
    filename: asset.filename,
    alt: asset.alt ?? "",
    tags: asset.tags.join(", "),
    focalPoint: asset.focalPoint ?? MIDDLE,
  };
}

/** Return what has to be sent; empty when nothing changed. */
export function assetChange(asset: AssetDetail, draft: AssetDraft): AssetChange {
  const before = draftOf(asset);
  const { x, y } = draft.focalPoint;
  const change: AssetChange = {};
  if (draft.filename !== before.filename) change.filename = draft.filename;
  if (draft.alt !== before.alt) change.alt = draft.alt;
  if (draft.tags !== before.tags) change.tags = tagsOf(draft.tags);
  if (x !== before.focalPoint.x || y !== before.focalPoint.y) change.focalPoint = { x, y };
  return change;
}

/** Return tags that are written with commas. */
export function tagsOf(text: string): string[] {
  return [
    ...new Set(
      text
        .split(",")
        .map((tag) => tag.trim())
        .filter(Boolean),
    ),
  ];
}
