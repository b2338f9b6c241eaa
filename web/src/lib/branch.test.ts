import { expect, test } from "vitest";
import { branchWords } from "./branch";

const NOW = new Date(2026, 10, 16, 12, 0).getTime();
const BEGUN = Math.floor(new Date(2026, 10, 16, 9, 5).getTime() / 1000);

test("a branch of an agent is called by what it is about and when it was begun", () => {
  expect(branchWords(`cr/content/articles/en/${BEGUN}-7eeb`, "en-GB", NOW)).toBe("articles en 09:05");
  expect(branchWords(`cr/${BEGUN}-7eeb`, "en-GB", NOW)).toBe("09:05");
});

test("a name that somebody gave stays that name", () => {
  expect(branchWords("feature/spring-issue", "en-GB", NOW)).toBe("spring-issue");
  expect(branchWords("main", "en-GB", NOW)).toBe("main");
  expect(branchWords("cr/2026-review", "en-GB", NOW)).toBe("2026-review");
});
