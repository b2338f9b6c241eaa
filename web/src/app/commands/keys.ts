/** Runs the command whose chord was typed. Chords of two keys may take a second between them. */
import { useLayoutEffect } from "react";
import { type Command, currentCommands } from "@/lib/commands";
import { isTyping, normalise, pressed } from "@/lib/keyboard";

const BETWEEN_MS = 1000;

interface Match {
  command: Command | null;
  /** True when what was typed begins a longer chord. */
  isBegun: boolean;
}

/** Find the command of what was typed; the latest offer wins. */
export function findCommand(commands: readonly Command[], typed: string, whileTyping: boolean): Match {
  let command: Command | null = null;
  let isBegun = false;
  for (const candidate of commands) {
    if (whileTyping && !candidate.always) continue;
    for (const chord of candidate.keys ?? []) {
      const wanted = normalise(chord);
      if (wanted === typed) command = candidate;
      else if (wanted.startsWith(`${typed} `)) isBegun = true;
    }
  }
  return { command, isBegun };
}

/** Listen for chords on the whole page. */
export function useChords(): void {
  useLayoutEffect(() => {
    let begun = "";
    let until = 0;
    const listen = (event: KeyboardEvent) => {
      if (isNoChord(event)) return;
      const press = pressed(event);
      const typed = begun && event.timeStamp < until ? `${begun} ${press}` : press;
      const whileTyping = isTyping(event.target) || isInDialog(event.target);
      const { command, isBegun } = findCommand(currentCommands(), typed, whileTyping);
      begun = isBegun ? typed : "";
      until = event.timeStamp + BETWEEN_MS;
      if (!command) return;
      event.preventDefault();
      runOnce(command);
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

const underWay = new Set<string>();

/** Run a command, but not while what it was told before is under way: nothing is done twice. */
export function runOnce({ id, run }: Command): void {
  if (underWay.has(id)) return;
  const done = run();
  if (!(done instanceof Promise)) return;
  underWay.add(id);
  void done.finally(() => underWay.delete(id));
}

function isNoChord(event: KeyboardEvent): boolean {
  const isModifier = ["Shift", "Control", "Alt", "Meta"].includes(event.key);
  return isModifier || event.defaultPrevented || event.repeat || event.isComposing;
}

function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"], [role="menu"]') !== null;
}
