/** Every feature that has a `feature.ts`. Written by `make docs`; add a folder, not a line. */
import { feature as agents } from "@/features/agents/feature";
import { feature as articles } from "@/features/articles/feature";
import { feature as connections } from "@/features/connections/feature";
import { feature as content } from "@/features/content/feature";
import { feature as groups } from "@/features/groups/feature";
import { feature as inbox } from "@/features/inbox/feature";
import { feature as media } from "@/features/media/feature";
import { feature as panel } from "@/features/panel/feature";
import { feature as records } from "@/features/records/feature";
import { feature as review } from "@/features/review/feature";
import { feature as runs } from "@/features/runs/feature";
import { feature as settings } from "@/features/settings/feature";
import { feature as site } from "@/features/site/feature";
import { feature as usage } from "@/features/usage/feature";

export const FEATURES = [
  agents,
  articles,
  connections,
  content,
  groups,
  inbox,
  media,
  panel,
  records,
  review,
  runs,
  settings,
  site,
  usage,
] as const;

export const PAGES = [
  ...agents.pages,
  ...articles.pages,
  ...connections.pages,
  ...content.pages,
  ...groups.pages,
  ...inbox.pages,
  ...media.pages,
  ...panel.pages,
  ...records.pages,
  ...review.pages,
  ...runs.pages,
  ...settings.pages,
  ...site.pages,
  ...usage.pages,
] as const;
