/** Data folders with what tests begin with, each made once and copied: what a studio holds, and its owner signed in. */
import { cpSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser, BrowserContext } from "@playwright/test";
import { Studio, setUp } from "./studio";

export type Cookies = Awaited<ReturnType<BrowserContext["cookies"]>>;

export interface Prepared {
  folder: string;
  cookies: Cookies;
}

/** Where a run keeps them: its workers have one parent. */
export function shelf(run: number): string {
  return join(tmpdir(), `proofroom-e2e-prepared-${run}`);
}

/** Return a data folder to copy and its owner's cookies; the first worker that asks makes it. */
export async function prepared(holds: readonly string[], browser: Browser): Promise<Prepared> {
  const place = join(shelf(process.ppid), holds.join("-") || "empty");
  const folder = join(place, "studio-data");
  const known = join(place, "cookies.json");
  mkdirSync(shelf(process.ppid), { recursive: true });
  try {
    mkdirSync(place);
  } catch {
    while (!existsSync(known)) {
      if (!existsSync(place)) return prepared(holds, browser); // whoever made it has failed
      await pause(100);
    }
    return { folder, cookies: JSON.parse(readFileSync(known, "utf8")) };
  }
  const studio = new Studio(holds);
  try {
    await studio.start();
    const context = await browser.newContext();
    await setUp(await context.newPage(), studio);
    const cookies = await context.cookies();
    await context.close();
    await studio.stop();
    cpSync(studio.data, folder, { recursive: true });
    writeFileSync(`${known}.part`, JSON.stringify(cookies));
    renameSync(`${known}.part`, known);
    return { folder, cookies };
  } catch (error) {
    rmSync(place, { recursive: true, force: true });
    throw error;
  } finally {
    await studio.remove();
  }
}
