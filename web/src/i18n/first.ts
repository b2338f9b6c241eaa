/** The English words that the first screen needs; the others come with the screens that say them. */
import access from "./en/access.json";
import errors from "./en/errors.json";
import frame from "./en/frame.json";
import inbox from "./en/inbox.json";
import panel from "./en/panel.json";
import run from "./en/run.json";

export const first = { access, errors, frame, inbox, panel, run };
