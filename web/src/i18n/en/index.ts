/** Every text of the app. Written by `make docs`; add a file, not a line. */
import agents from "@/features/agents/words/en.json";
import articles from "@/features/articles/words/en.json";
import connections from "@/features/connections/words/en.json";
import content from "@/features/content/words/en.json";
import groups from "@/features/groups/words/en.json";
import inbox from "@/features/inbox/words/en.json";
import media from "@/features/media/words/en.json";
import panel from "@/features/panel/words/en.json";
import records from "@/features/records/words/en.json";
import review from "@/features/review/words/en.json";
import runs from "@/features/runs/words/en.json";
import settings from "@/features/settings/words/en.json";
import site from "@/features/site/words/en.json";
import usage from "@/features/usage/words/en.json";
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

export const en = {
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
