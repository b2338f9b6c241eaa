/** Takes in what features bring beyond pages and the rail. */
import { addAffected } from "@/api/affected";
import type { Command } from "@/lib/commands";
import type { Feature } from "@/lib/feature";
import type { ToolCards } from "@/lib/run/cards";
import { FEATURES } from "./features";

const features: readonly Feature[] = FEATURES;

/** Take in which answers of features a turn makes old. */
export function takeInAffected(): void {
  for (const { id, affected } of features) if (affected) addAffected(id, affected);
}

/** Return what features show below the calls of their tools. */
export function toolCards(): ToolCards {
  return Object.assign({}, ...features.map(({ cards }) => cards ?? {}));
}

/** What features offer in the palette, once it was fetched. */
export const offered: (() => Command[])[] = [];

/** Fetch what features offer in the palette. */
export async function fetchOffers(): Promise<void> {
  const found = await Promise.all(features.map(({ offers }) => offers?.()));
  offered.splice(0, offered.length, ...found.flatMap((one) => (one ? [one.useOffers] : [])));
}
