/** The screens of the rail: each is brought by its feature, here is only their order. */
import type { LucideIcon } from "lucide-react";
import type { RailEntry } from "@/lib/feature";
import { FEATURES } from "./features";

const RAIL = ["inbox", "content", "agents", "runs", "media", "usage", "connections", "settings"] as const;

type ScreenId = (typeof RAIL)[number];

export interface ScreenEntry extends RailEntry {
  id: ScreenId;
  to: `/${ScreenId}`;
  icon: LucideIcon;
}

export const SCREENS: readonly ScreenEntry[] = RAIL.flatMap((id) => {
  const rail: RailEntry | undefined = FEATURES.find((feature) => feature.id === id)?.rail;
  return rail ? [{ id, to: `/${id}` as const, ...rail }] : [];
});

/** Return the screens a person with these permissions can open. */
export function screensFor(permissions: readonly string[]): ScreenEntry[] {
  return SCREENS.filter((screen) => !screen.permission || permissions.includes(screen.permission));
}
