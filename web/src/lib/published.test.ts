import { expect, it } from "vitest";
import { publishedPlaces } from "./published";

it("names each entry whose changes were taken once, and nothing else", () => {
  const hunks = [
    { subject: "document:articles:last-elm", locale: "en", decision: "accepted" as const },
    { subject: "document:articles:last-elm", locale: "en", decision: "accepted" as const },
    { subject: "entry:topics:walking", locale: "tr", decision: "rejected" as const },
    { subject: "model:articles", locale: null, decision: "accepted" as const },
  ];
  expect(publishedPlaces("p", hunks)).toEqual([
    { place: { project: "p", model: "articles", entry: "last-elm" }, locale: "en" },
  ]);
});
