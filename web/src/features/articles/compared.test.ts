import { expect, it } from "vitest";
import type { Span } from "@/lib/diff";
import { comparedBlocks } from "./compared";

const SPANS: Span[] = [
  [
    "same",
    "# Bees\n\nA hook. {{ref:2}}\n\n## Roofs\n\nIt began in 1872. {{ref:1}} One.\n\nTwo **bold** words and ",
  ],
  ["removed", "some.\n\n"],
  ["added", "[more](https://example.org).\n\n"],
  ["same", "Three.\n\nFour.\n\nFive.\n\n## Soil\n\nSix.\n\n"],
  ["added", "## New\n\n- one thing\n\n![A roof](media/a.webp)\n"],
];

it("shows two versions as text a person reads, and only around what changed", () => {
  expect(comparedBlocks(SPANS)).toEqual([
    { kind: "skipped", count: 2 },
    { kind: "heading", spans: [["same", "Roofs"]] },
    { kind: "text", spans: [["same", "It began in 1872. One."]] },
    {
      kind: "text",
      spans: [
        ["same", "Two bold words and "],
        ["removed", "some. "],
        ["added", "more."],
      ],
    },
    { kind: "text", spans: [["same", "Three."]] },
    { kind: "skipped", count: 2 },
    { kind: "heading", spans: [["same", "Soil"]] },
    { kind: "text", spans: [["same", "Six."]] },
    { kind: "heading", spans: [["added", "New"]] },
    { kind: "item", spans: [["added", "one thing"]] },
    { kind: "picture", spans: [["added", "A roof"]] },
  ]);
});
