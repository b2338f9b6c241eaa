/** The screens of the rail: each is brought by its feature, here is only their order. */
import i18next from "i18next";
import type { LucideIcon } from "lucide-react";
import type { en } from "@/i18n/en";
import type { RailEntry } from "@/lib/feature";
import { FEATURES } from "./features";

const RAIL = [
  "inbox",
  "content",
  "records",
  "site",
  "articles",
  "agents",
  "runs",
  "media",
  "usage",
  "connections",
  "settings",
] as const;

type ScreenId = (typeof RAIL)[number];

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en & { frame: Record<ScreenId, string> } };
  }
}

export interface ScreenEntry extends RailEntry {
  id: ScreenId;
  to: `/${ScreenId}`;
  icon: LucideIcon;
}

export const SCREENS: readonly ScreenEntry[] = RAIL.flatMap((id) => {
  const rail: RailEntry | undefined = FEATURES.find((feature) => feature.id === id)?.rail;
  return rail ? [{ id, to: `/${id}` as const, ...rail }] : [];
});

/** What stands at the foot of a phone: what is read and decided on the way. The rest is one press further. */
const AT_FOOT: readonly ScreenId[] = ["inbox", "content", "agents", "runs"];

/** Tell whether a screen has a place at the foot of a phone. */
export function isAtFoot({ id }: ScreenEntry): boolean {
  return AT_FOOT.includes(id);
}

/** Return the screens a person with these permissions can open. */
export function screensFor(permissions: readonly string[]): ScreenEntry[] {
  return SCREENS.filter((screen) => !screen.permission || permissions.includes(screen.permission));
}

/** Let the app say what its screens are called: `frame.<id>` in every language. */
export function nameScreens(): void {
  for (const language of ["en", "tr"] as const) {
    const frame = Object.fromEntries(SCREENS.map(({ id, name }) => [id, name[language]]));
    i18next.addResourceBundle(language, "translation", { frame }, true, true);
  }
}
