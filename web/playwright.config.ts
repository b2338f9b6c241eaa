import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const FOUND = join(import.meta.dirname, "../.cache/chromium");

/** The browser: the one named by PROOFROOM_CHROMIUM, the one `make` has found, or the machine's own. */
function chromium(): string {
  const named = process.env.PROOFROOM_CHROMIUM;
  if (named) return named.trim();
  return existsSync(FOUND) ? readFileSync(FOUND, "utf8").trim() : "/usr/bin/chromium";
}

export default defineConfig({
  testDir: "e2e",
  // Pictures are taken by `npm run screens` only.
  testIgnore: process.env.PROOFROOM_SCREENS ? [] : ["screens.spec.ts"],
  outputDir: "../.cache/playwright",
  globalTeardown: "./e2e/tidy.ts",
  // Each worker has a studio of its own. A third one on two cores made the whole no faster, and every test slower.
  workers: 2,
  // Generous, because the machine may be busy: what is slow is not wrong. A state that never comes still fails.
  timeout: 120_000,
  expect: { timeout: 15_000 },
  reporter: "list",
  forbidOnly: true,
  use: {
    viewport: { width: 1440, height: 900 },
    locale: "en-GB",
    reducedMotion: "reduce",
    trace: "off",
    launchOptions: {
      executablePath: chromium(),
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-dev-shm-usage",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
        "--no-first-run",
      ],
    },
  },
});
