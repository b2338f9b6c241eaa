import type { TFunction } from "i18next";
import { expect, test } from "vitest";
import { branchWords } from "./branch";

const t = ((key: string, { when }: { when: string }) => `${key} ${when}`) as unknown as TFunction;

const NOW = new Date(2026, 10, 16, 12, 0).getTime();
const BEGUN = Math.floor(new Date(2026, 10, 16, 9, 5).getTime() / 1000);

test("a branch of an agent is called by what it is about and when it was begun", () => {
  expect(branchWords(`cr/content/articles/en/${BEGUN}-7eeb`, t, "en-GB", NOW)).toBe("articles en 09:05");
  expect(branchWords(`cr/chat/01a1e261-f285-71ff-9e6e-2d8ed7f72c01/${BEGUN}-7eeb`, t, "en-GB", NOW)).toBe(
    "frame.turnOf 09:05",
  );
});

test("a name that somebody gave stays that name", () => {
  expect(branchWords("feature/spring-issue", t, "en-GB", NOW)).toBe("spring-issue");
  expect(branchWords("main", t, "en-GB", NOW)).toBe("main");
  expect(branchWords("cr/2026-review", t, "en-GB", NOW)).toBe("2026-review");
});
