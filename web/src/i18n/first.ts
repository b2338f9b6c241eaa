/** The English words that the first screen needs; the others come with the screens that say them. */

import inbox from "@/features/inbox/words/en.json";
import panel from "@/features/panel/words/en.json";
import access from "./en/access.json";
import errors from "./en/errors.json";
import frame from "./en/frame.json";
import run from "./en/run.json";

export const first = { access, errors, frame, inbox, panel, run };
