import { expect, it } from "vitest";
import { publishedPlaces } from "./published";

it("names each entry whose changes were taken once, and nothing else", () => {
  const about = (type: string, area: string, id: string, locale: string | null) => ({
    target: { room: "content", type, area, id, locale, path: [] },
  });
  const hunks = [
    { ...about("document", "articles", "last-elm", "en"), decision: "accepted" as const },
    { ...about("document", "articles", "last-elm", "en"), decision: "accepted" as const },
    { ...about("entry", "topics", "walking", "tr"), decision: "rejected" as const },
    { ...about("model", "articles", "articles", null), decision: "accepted" as const },
  ];
  expect(publishedPlaces("p", hunks)).toEqual([
    { place: { project: "p", model: "articles", entry: "last-elm" }, locale: "en" },
  ]);
});
