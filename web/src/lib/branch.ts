import type { TFunction } from "i18next";
import { moment } from "./format";

const STAMPED = /^(\d{10})-[0-9a-z]+$/;
const NO_WORD = /^(content|chat|ai|run|[0-9a-f]{8}-[0-9a-f-]{27})$/;

/** A branch as people call it: what it is about and when it was begun; a name somebody gave stays that name. */
export function branchWords(name: string, t: TFunction, language: string, now: number = Date.now()): string {
  const parts = name.split("/");
  const last = parts.at(-1) ?? name;
  const stamp = STAMPED.exec(last)?.[1];
  if (!stamp) return last;
  const when = moment(new Date(Number(stamp) * 1000).toISOString(), now, language);
  const about = parts.slice(1, -1).filter((part) => !NO_WORD.test(part));
  return about.length > 0 ? [...about, when].join(" ") : t("frame.turnOf", { when });
}
