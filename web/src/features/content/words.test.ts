import { expect, it } from "vitest";
import { countWords } from "./words";

it("counts words in any script, apostrophes and all", () => {
  expect(countWords("Şehir, don’t walk! 3 times")).toBe(5);
});
