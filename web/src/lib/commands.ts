/** The one registry of what can be done from the keyboard: palette, menus and shortcut help read it. */
import { FileText, type LucideIcon, Plus } from "lucide-react";
import { useLayoutEffect, useRef } from "react";
import { create } from "zustand";

export type CommandGroup = "recent" | "go" | "do" | "make" | "look" | "found";

export interface Command {
  id: string;
  label: string;
  group: CommandGroup;
  icon?: LucideIcon;
  /** Other words it is known by, for finding it. */
  also?: string;
  /** Chords that run it, e.g. `Mod+J` or `g i`. */
  keys?: string[];
  /** True when a chord works even while text is being typed. */
  always?: boolean;
  /** True when it is a key of a list and would only be noise in the palette. */
  keyOnly?: boolean;
  /** Does it; while the promise it returns is pending, its keys do nothing. */
  run: () => unknown;
}

/** Return the part of a screen as a command to go there. */
export function goTo(id: string, screen: string, part: string, run: () => unknown, icon = FileText): Command {
  return { id: `go.${id}`, label: `${screen}: ${part}`, group: "go", icon, run };
}

/** Return something that can be made as a command to begin it. */
export function make(id: string, label: string, run: () => unknown): Command {
  return { id: `make.${id}`, label, group: "make", icon: Plus, run };
}

interface Registry {
  sets: ReadonlyMap<symbol, Command[]>;
}

const useRegistry = create<Registry>(() => ({ sets: new Map() }));

function replaceSet(owner: symbol, commands: Command[] | null): void {
  const sets = new Map(useRegistry.getState().sets);
  if (commands) sets.set(owner, commands);
  else sets.delete(owner);
  useRegistry.setState({ sets });
}

/** Offer commands as long as the calling component is shown. Later offers win over earlier ones. */
export function useCommands(commands: Command[]): void {
  const owner = useRef(Symbol("commands")).current;
  // Before it is painted: a key works as soon as one sees what it does.
  useLayoutEffect(() => {
    replaceSet(owner, commands);
    return () => replaceSet(owner, null);
  }, [owner, commands]);
}

/** Return the commands on offer, one per id, the latest offer winning. */
export function currentCommands(sets = useRegistry.getState().sets): Command[] {
  const byId = new Map<string, Command>();
  for (const set of sets.values()) for (const command of set) byId.set(command.id, command);
  return [...byId.values()];
}

/** Return the commands on offer and follow changes of them. */
export function useCurrentCommands(): Command[] {
  return currentCommands(useRegistry((registry) => registry.sets));
}
