/** The screens of the app, in the order of the rail. A new room adds one line here and one route. */
import {
  Activity,
  ChartColumn,
  CircleUserRound,
  FileText,
  Image,
  Inbox,
  type LucideIcon,
  Plug,
  SlidersHorizontal,
} from "lucide-react";

type ScreenId = "inbox" | "content" | "agents" | "runs" | "media" | "usage" | "connections" | "settings";

export interface ScreenEntry {
  id: ScreenId;
  to: `/${ScreenId}`;
  icon: LucideIcon;
  /** Work stands above the rule of the rail, the studio's own things below it. */
  section: "work" | "studio";
  keys: string;
  /** The permission without which the screen is not offered. */
  permission?: string;
}

export const SCREENS: readonly ScreenEntry[] = [
  { id: "inbox", to: "/inbox", icon: Inbox, section: "work", keys: "g i" },
  { id: "content", to: "/content", icon: FileText, section: "work", keys: "g c" },
  {
    id: "agents",
    to: "/agents",
    icon: CircleUserRound,
    section: "work",
    keys: "g a",
    permission: "agents.team.read",
  },
  { id: "runs", to: "/runs", icon: Activity, section: "work", keys: "g r", permission: "sessions.own.read" },
  { id: "media", to: "/media", icon: Image, section: "studio", keys: "g m", permission: "media.team.read" },
  {
    id: "usage",
    to: "/usage",
    icon: ChartColumn,
    section: "studio",
    keys: "g u",
    permission: "usage.own.read",
  },
  {
    id: "connections",
    to: "/connections",
    icon: Plug,
    section: "studio",
    keys: "g n",
    permission: "ai.providers.manage",
  },
  { id: "settings", to: "/settings", icon: SlidersHorizontal, section: "studio", keys: "g s" },
];

/** Return the screens a person with these permissions can open. */
export function screensFor(permissions: readonly string[]): ScreenEntry[] {
  return SCREENS.filter((screen) => !screen.permission || permissions.includes(screen.permission));
}
