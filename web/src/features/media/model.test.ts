import { describe, expect, it } from "vitest";
import type { AssetDetail } from "@/api/schema";
import { assetChange, draftOf, movedPoint, tagsOf, thumbnailOf } from "./model";

const ASSET = {
  url: "/original.webp",
  filename: "elm.webp",
  alt: null,
  tags: ["tree"],
  focalPoint: null,
  variants: {
    large: { url: "/large.webp", width: 1200 },
    small: { url: "/small.webp", width: 320 },
  },
} as unknown as AssetDetail;

describe("an asset", () => {
  it("is shown by the smallest file that is wide enough", () => {
    expect(thumbnailOf(ASSET, 200)).toBe("/small.webp");
    expect(thumbnailOf(ASSET, 400)).toBe("/large.webp");
    expect(thumbnailOf(ASSET, 4000)).toBe("/original.webp");
  });

  it("sends only what changed", () => {
    const draft = draftOf(ASSET);
    expect(assetChange(ASSET, draft)).toEqual({});
    expect(assetChange(ASSET, { ...draft, alt: "An elm", focalPoint: { x: 0.2, y: 0.5 } })).toEqual({
      alt: "An elm",
      focalPoint: { x: 0.2, y: 0.5 },
    });
    expect(assetChange(ASSET, { ...draft, tags: "tree, street , tree" })).toEqual({
      tags: ["tree", "street"],
    });
  });
});

describe("small things", () => {
  it("keep a focal point inside the picture", () => {
    expect(movedPoint({ x: 0.99, y: 0 }, 0.05, -0.05)).toEqual({ x: 1, y: 0 });
    expect(movedPoint({ x: 0.5, y: 0.5 }, 0.1, 0.01)).toEqual({ x: 0.6, y: 0.51 });
  });

  it("read tags", () => {
    expect(tagsOf(" a, ,b ")).toEqual(["a", "b"]);
  });
});
