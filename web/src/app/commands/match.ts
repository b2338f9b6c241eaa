/** Which commands have the words that were typed: each word anywhere, in any order, whatever its accents. */
import type { Command } from "@/lib/commands";

/** Return text as it is compared: small letters without marks, words parted by single spaces. */
export function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/ı/g, "i")
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}

/** Return how well a command fits: 0 not at all, more when its name begins with, or holds, what was typed. */
export function fitOf(command: Command, typed: string): number {
  const wanted = plain(typed);
  if (wanted === "" || command.group === "found") return 1;
  const name = plain(command.label);
  if (name.startsWith(wanted)) return 4;
  if (` ${name}`.includes(` ${wanted}`)) return 3;
  const words = `${name} ${plain(command.also ?? "")}`.split(" ");
  const has = (part: string) => words.some((word) => word.startsWith(part));
  return wanted.split(" ").every(has) ? 2 : 0;
}

/** Return the commands that fit, the best first; those that fit alike stay in their order. */
export function fitting(commands: readonly Command[], typed: string): Command[] {
  return commands
    .map((command) => ({ command, fits: fitOf(command, typed) }))
    .filter(({ fits }) => fits > 0)
    .sort((one, two) => two.fits - one.fits)
    .map(({ command }) => command);
}
