import { moment } from "./format";

const STAMPED = /^(\d{10})-[0-9a-z]+$/;

/** A branch as people call it: what it is about and when it was begun; a name somebody gave stays that name. */
export function branchWords(name: string, language: string, now: number = Date.now()): string {
  const parts = name.split("/");
  const last = parts.at(-1) ?? name;
  const stamp = STAMPED.exec(last)?.[1];
  if (!stamp) return last;
  const about = parts.slice(1, -1).filter((part) => !["content", "chat", "ai"].includes(part));
  const begun = moment(new Date(Number(stamp) * 1000).toISOString(), now, language);
  return [...about, begun].join(" ");
}
