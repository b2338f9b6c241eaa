import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

const FOUND = join(import.meta.dirname, "../.cache/chromium");

/** The browser: the one named by PROOFROOM_CHROMIUM, the one `make` has found, or the machine's own. */
function chromium(): string {
  const named = process.env.PROOFROOM_CHROMIUM;
  if (named) return named.trim();
  return existsSync(FOUND) ? readFileSync(FOUND, "utf8").trim() : "/usr/bin/chromium";
}

const SPECS = join(import.meta.dirname, "e2e");
const PICTURES = "screens.spec.ts";

/** The specs by what their studio holds, each kind after the other: a worker begins anew where that changes. */
function kinds(): { name: string; testMatch: string[] }[] {
  const byKind = new Map<string, string[]>();
  // Pictures are taken by `npm run screens` only.
  const wanted = (file: string) =>
    file.endsWith(".spec.ts") && (process.env.PROOFROOM_SCREENS || file !== PICTURES);
  for (const file of readdirSync(SPECS).filter(wanted).sort()) {
    const text = readFileSync(join(SPECS, file), "utf8");
    const kind = /^test\.use\(\{ holds: \[(.*)\] \}\)/m
      .exec(text)?.[1]
      ?.replaceAll(/[", ]+/g, " ")
      .trim();
    byKind.set(kind || "empty", [...(byKind.get(kind || "empty") ?? []), file]);
  }
  return [...byKind].map(([name, testMatch]) => ({ name, testMatch }));
}

export default defineConfig({
  testDir: SPECS,
  projects: kinds(),
  outputDir: "../.cache/playwright",
  globalSetup: "./e2e/warm.ts",
  globalTeardown: "./e2e/tidy.ts",
  // Each worker has a studio of its own. A third one on two cores made the whole no faster, and every test slower.
  workers: 2,
  // Generous, because the machine may be busy: what is slow is not wrong. A state that never comes still fails.
  timeout: 480_000,
  expect: { timeout: 150_000 },
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
