/** When a task comes round: the few ways people say it, and the five fields of cron it is kept as. */

export const RHYTHMS = ["hourly", "daily", "weekdays", "weekly", "monthly", "own"] as const;

export interface Rhythm {
  kind: (typeof RHYTHMS)[number];
  /** Hours and minutes, as in 07:30; of an hourly rhythm only the minutes count. */
  time: string;
  /** The weekday as cron counts it: 0 is Sunday. */
  weekday: number;
  /** The day of the month. */
  day: number;
  /** The five fields, where no other kind says it. */
  cron: string;
}

/** What a new schedule begins with. */
export const USUAL: Rhythm = { kind: "weekdays", time: "07:00", weekday: 1, day: 1, cron: "0 7 * * *" };

/** Return the five fields of cron. */
export function cronOf({ kind, time, weekday, day, cron }: Rhythm): string {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  switch (kind) {
    case "hourly":
      return `${minute} * * * *`;
    case "daily":
      return `${minute} ${hour} * * *`;
    case "weekdays":
      return `${minute} ${hour} * * 1-5`;
    case "weekly":
      return `${minute} ${hour} * * ${weekday}`;
    case "monthly":
      return `${minute} ${hour} ${day} * *`;
    case "own":
      return cron.trim();
  }
}

/** Return how people say it; five fields that are none of the usual stay as they are. */
export function rhythmOf(cron: string): Rhythm {
  const own: Rhythm = { ...USUAL, kind: "own", cron };
  const [minute = "", hour = "", day = "", month, weekday = ""] = cron.split(" ");
  if (!isNumber(minute) || month !== "*") return own;
  const said = (kind: Rhythm["kind"], more: Partial<Rhythm> = {}): Rhythm => ({
    ...own,
    kind,
    time: `${two(isNumber(hour) ? hour : "0")}:${two(minute)}`,
    ...more,
  });
  if (hour === "*" && day === "*" && weekday === "*") return said("hourly");
  if (!isNumber(hour)) return own;
  if (day === "*" && weekday === "*") return said("daily");
  if (day === "*" && weekday === "1-5") return said("weekdays");
  if (day === "*" && isNumber(weekday)) return said("weekly", { weekday: Number(weekday) % 7 });
  if (isNumber(day) && weekday === "*") return said("monthly", { day: Number(day) });
  return own;
}

/** Return the name of a weekday in a language. */
export function weekdayName(weekday: number, language: string): string {
  // The 4th of January 2026 was a Sunday.
  return new Intl.DateTimeFormat(language, { weekday: "long" }).format(new Date(2026, 0, 4 + weekday));
}

function isNumber(text: string): boolean {
  return /^\d+$/.test(text);
}

function two(text: string): string {
  return text.padStart(2, "0");
}

export interface Often {
  minutes: number;
  /** The hours between which it is due; without them, at every hour. */
  from: string;
  to: string;
}

/** Return how often a day a cron line of minutes is due, such as every 30 minutes from 7 to 19; null for any other. */
export function oftenOf(cron: string): Often | null {
  const found = /^\*\/(\d+) (?:\*|(\d+)-(\d+)) \* \* \*$/.exec(cron);
  if (!found) return null;
  const hour = (text: string | undefined) => (text ? `${text.padStart(2, "0")}:00` : "");
  return { minutes: Number(found[1]), from: hour(found[2]), to: hour(found[3]) };
}
