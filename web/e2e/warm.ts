/** One process that has imported the studio, from which all studios of a run are forked: see `tests/e2e/warm.py`. */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { shelf } from "./prepared";

const ROOT = join(import.meta.dirname, "../..");

export interface Forked {
  pid: number;
  /** Wait for something it says; what the pattern's first group found. */
  says(pattern: RegExp): Promise<string>;
  ended: Promise<void>;
}

/** Start it before the first test; what is returned ends it after the last. */
export default async function warmUp(): Promise<() => void> {
  mkdirSync(shelf(process.pid), { recursive: true });
  const script = join(ROOT, "tests/e2e/warm.py");
  const warm = spawn(join(ROOT, ".venv/bin/python"), [script, place(process.pid)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    warm.stdout.once("data", () => resolve());
    warm.once("exit", () => reject(new Error("The process that starts studios did not start.")));
  });
  return () => {
    warm.stdin.end();
  };
}

/** Start a studio in a folder. */
export async function fork(folder: string, given: string[]): Promise<Forked> {
  const socket = connect(place(process.ppid));
  let said = "";
  const hears = new Set<() => void>();
  socket.on("data", (chunk) => {
    said += chunk.toString();
    for (const hear of hears) hear();
  });
  const ended = new Promise<void>((resolve) => socket.once("close", () => resolve()));
  const says = (pattern: RegExp) =>
    new Promise<string>((resolve, reject) => {
      const hear = () => {
        const found = pattern.exec(said)?.[1];
        if (found === undefined) return;
        hears.delete(hear);
        resolve(found);
      };
      hears.add(hear);
      hear();
      void ended.then(() => reject(new Error(`The studio did not start:\n${said}`)));
    });
  socket.write(`${JSON.stringify({ folder, arguments: given })}\n`);
  return { pid: Number(await says(/^(\d+)\n/)), says, ended };
}

function place(run: number): string {
  return join(shelf(run), "warm");
}
