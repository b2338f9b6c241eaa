/** A real studio on a data folder of its own, and a person who has set it up. */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test as base, expect, type Page } from "@playwright/test";
import { type Cookies, type Prepared, prepared } from "./prepared";
import { type Forked, fork } from "./warm";

const ROOT = join(import.meta.dirname, "../..");
const PYTHON = join(ROOT, ".venv/bin/python");

export const OWNER = {
  name: "Elif Arslan",
  email: "elif@fieldnotes.example",
  password: "a long enough password",
};

export class Studio {
  url = "";
  setupPath = "";
  readonly #data = mkdtempSync(join(tmpdir(), "proofroom-e2e-"));
  #process: Forked | null = null;
  #port = 0;

  /**
   * Empty, or with what is named: `demo`, or `many` for ten thousand entries, `offline` for no model but one; or a copy
   * of a data folder that was prepared.
   */
  constructor(
    readonly holds: readonly string[] = [],
    from?: string,
  ) {
    if (from) cpSync(from, this.data, { recursive: true });
  }

  /** Its data folder. */
  get data(): string {
    return join(this.#data, "studio-data");
  }

  /** Start, on the same port as before if it ran before. */
  async start(): Promise<void> {
    this.#port ||= await freePorts();
    this.#process = await fork(this.#data, ["studio-data", String(this.#port), ...this.holds]);
    const ready = await this.#process.says(/^READY (\S+)$/m);
    const address = new URL(ready);
    this.url = address.origin;
    this.setupPath = address.search ? `${address.pathname}${address.search}` : "";
  }

  /** Stop as Ctrl+C does, or at once as a crash would. */
  async stop(signal: "SIGINT" | "SIGKILL" = "SIGINT"): Promise<void> {
    const running = this.#process;
    if (!running) return;
    this.#process = null;
    process.kill(running.pid, signal);
    await running.ended;
  }

  /** Run a command line of `proofroom` on this studio's data, as an operator at the machine would. */
  run(command: string): void {
    const [name, ...given] = command.split(" ");
    if (name !== "proofroom") throw new Error(`This is no command of the studio: ${command}`);
    execFileSync(PYTHON, ["-m", "proofroom", ...given], {
      cwd: this.#data,
      env: { ...process.env, PROOFROOM_DATA: this.data },
    });
  }

  async remove(): Promise<void> {
    await this.stop("SIGKILL");
    rmSync(this.#data, { recursive: true, force: true });
  }
}

/**
 * Return a port that is free, and whose next one is free too: a test may put a provider there. Below the range from
 * which the system gives out ports by itself, so that nobody gets it between looking and starting, or before a restart.
 */
async function freePorts(): Promise<number> {
  for (;;) {
    const port = 15_000 + 2 * Math.floor(Math.random() * 8_000);
    if ((await isFree(port)) && (await isFree(port + 1))) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer().once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
}

/** Go through the first set-up by the one-time link. */
export async function setUp(page: Page, studio: Studio): Promise<void> {
  await page.goto(studio.url + studio.setupPath);
  await page.getByLabel("Name of the workspace").fill("Fieldnotes");
  await page.getByLabel("Your name").fill(OWNER.name);
  await page.getByLabel("Email").fill(OWNER.email);
  await page.getByLabel("Password").fill(OWNER.password);
  await page.getByRole("button", { name: "Create owner and sign in" }).click();
  await expect(page.getByRole("link", { name: /^Inbox/ }).first()).toBeVisible();
}

interface Workers {
  /** What the studio holds from the start: `test.use({ holds: ["demo"] })`. */
  holds: string[];
  start: Prepared;
  home: Home;
}

interface Tests {
  page: Page;
  studio: Studio;
  /** The owner's, as they are now. */
  cookies: Cookies;
}

/** The studio of the file whose tests run now. */
interface Home {
  file: string;
  studio: Studio | null;
  cookies: Cookies;
}

/** The tests of a file share one studio, and no other's do; each has a fresh browser, signed in. */
export const test = base.extend<Tests, Workers>({
  holds: [[] as string[], { option: true, scope: "worker" }],
  start: [
    async ({ holds, browser }, use) => use(await prepared(holds, browser)),
    { scope: "worker", timeout: 600_000 },
  ],
  home: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads what is wanted from the pattern
    async ({}, use) => {
      const home: Home = { file: "", studio: null, cookies: [] };
      await use(home);
      await home.studio?.remove();
    },
    { scope: "worker", timeout: 600_000 },
  ],
  studio: [
    async ({ holds, start, home }, use, { file }) => {
      if (home.file !== file || !home.studio) {
        await home.studio?.remove();
        home.studio = new Studio(holds, start.folder);
        home.file = file;
        home.cookies = [...start.cookies];
        await home.studio.start();
      }
      await use(home.studio);
    },
    { timeout: 600_000 },
  ],
  cookies: async ({ studio: _, home }, use) => use(home.cookies),
  context: async ({ context, cookies }, use) => {
    await context.addCookies(cookies);
    await use(context);
  },
  baseURL: async ({ studio }, use) => use(studio.url),
});

/** Choose the slow model for a new conversation. */
export async function chooseSlowModel(page: Page): Promise<void> {
  await page.getByRole("radio", { name: /Slow test model/ }).check();
  await page.getByRole("button", { name: "Use Slow test model" }).click();
}

/** Write a message to the agent. */
export async function write(page: Page, text: string): Promise<void> {
  await page.getByLabel("Message to the agent").fill(text);
  await page.getByLabel("Message to the agent").press("Enter");
}

/** Press two keys in a row and come to an address; a busy machine may leave too much time between them. */
export async function chord(page: Page, first: string, second: string, address: RegExp): Promise<void> {
  await expect(async () => {
    await page.keyboard.press(first);
    await page.keyboard.press(second);
    await expect(page).toHaveURL(address, { timeout: 2_000 });
  }).toPass();
}

export { expect };
