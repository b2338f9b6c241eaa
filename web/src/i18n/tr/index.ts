/** Every text of the app. Written by `make docs`; add a file, not a line. */
import agents from "@/features/agents/words/tr.json";
import articles from "@/features/articles/words/tr.json";
import connections from "@/features/connections/words/tr.json";
import content from "@/features/content/words/tr.json";
import groups from "@/features/groups/words/tr.json";
import inbox from "@/features/inbox/words/tr.json";
import media from "@/features/media/words/tr.json";
import panel from "@/features/panel/words/tr.json";
import records from "@/features/records/words/tr.json";
import review from "@/features/review/words/tr.json";
import runs from "@/features/runs/words/tr.json";
import settings from "@/features/settings/words/tr.json";
import site from "@/features/site/words/tr.json";
import usage from "@/features/usage/words/tr.json";
import access from "./access.json";
import admin from "./admin.json";
import approval from "./approval.json";
import errors from "./errors.json";
import frame from "./frame.json";
import git from "./git.json";
import guest from "./guest.json";
import palette from "./palette.json";
import projects from "./projects.json";
import reading from "./reading.json";
import reference from "./reference.json";
import rich from "./rich.json";
import run from "./run.json";
import start from "./start.json";
import stops from "./stops.json";
import tools from "./tools.json";

export const tr = {
  access,
  admin,
  agents,
  approval,
  articles,
  connections,
  content,
  errors,
  frame,
  git,
  groups,
  guest,
  inbox,
  media,
  palette,
  panel,
  projects,
  reading,
  records,
  reference,
  review,
  rich,
  run,
  runs,
  settings,
  site,
  start,
  stops,
  tools,
  usage,
};
