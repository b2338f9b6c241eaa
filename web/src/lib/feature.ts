/** What a feature of the app brings: pages with their addresses, its entry in the rail, offers, what makes it old. */
import { lazyRouteComponent, type RouteComponent } from "@tanstack/react-router";
import type { LucideIcon } from "lucide-react";
import type { Affects } from "@/api/affected";
import { loadWords } from "@/i18n";
import type { Command } from "@/lib/commands";
import type { Language } from "@/lib/preferences";
import type { ToolCards } from "@/lib/run/cards";

export type Search = Record<string, unknown>;

/** A page with its address, and what it reads there. It comes, with its words, when it is first visited. */
export interface Page<Path extends string, Read> {
  path: Path;
  read: (search: Search) => Read;
  component: RouteComponent;
}

// biome-ignore lint/suspicious/noExplicitAny: a list holds pages of every address
export type AnyPage = Page<string, any>;

export interface RailEntry {
  name: Record<Language, string>;
  icon: LucideIcon;
  /** Work stands above the rule of the rail, the studio's own things below it. */
  section: "work" | "studio";
  keys: string;
  /** The permission without which the screen is not offered. */
  permission?: string;
}

export interface Feature<Id extends string = string, Pages extends readonly AnyPage[] = readonly AnyPage[]> {
  id: Id;
  rail?: RailEntry;
  pages: Pages;
  /** What the palette offers of it; it comes with the palette. */
  offers?: () => Promise<{ useOffers: () => Command[] }>;
  /** Tell which of its cached answers a turn made old; without it, all of those under its id that a turn names. */
  affected?: Affects;
  /** What it shows below calls of its tools in a conversation, by the tool's name. */
  cards?: ToolCards;
}

/** A page that comes when it is first visited; the first one of all does not wait for its words. */
export function page<const Path extends string, Read, Module extends object>(
  path: Path,
  read: (search: Search) => Read,
  load: () => Promise<Module>,
  name: keyof Module & string,
  { isFirst = false } = {},
): Page<Path, Read> {
  const component = lazyRouteComponent(async () => {
    const [module] = await Promise.all([load(), isFirst ? null : loadWords()]);
    return module as Record<string, never>;
  }, name);
  return { path, read, component };
}

/** Say what a feature brings. */
export function brings<const Id extends string, const Pages extends readonly AnyPage[]>(
  feature: Feature<Id, Pages>,
): Feature<Id, Pages> {
  return feature;
}
