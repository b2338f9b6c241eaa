import access from "./access.json";
import admin from "./admin.json";
import agents from "./agents.json";
import approval from "./approval.json";
import connections from "./connections.json";
import content from "./content.json";
import errors from "./errors.json";
import frame from "./frame.json";
import git from "./git.json";
import guest from "./guest.json";
import inbox from "./inbox.json";
import media from "./media.json";
import palette from "./palette.json";
import panel from "./panel.json";
import projects from "./projects.json";
import reading from "./reading.json";
import review from "./review.json";
import rich from "./rich.json";
import run from "./run.json";
import runs from "./runs.json";
import settings from "./settings.json";
import start from "./start.json";
import stops from "./stops.json";
import tools from "./tools.json";
import usage from "./usage.json";

export const en = {
  access,
  admin,
  agents,
  approval,
  connections,
  content,
  errors,
  frame,
  git,
  guest,
  inbox,
  media,
  palette,
  panel,
  projects,
  reading,
  review,
  rich,
  run,
  runs,
  settings,
  start,
  stops,
  tools,
  usage,
};
