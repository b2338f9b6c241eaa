/** Numbers, money, durations and times as a person reads them, in the chosen language. */

// Making a formatter takes longer than a hundred uses of it, and a table asks for hundreds.
const numbers = kept(
  (language, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(language, options),
);
const times = kept(
  (language, options: Intl.DateTimeFormatOptions) =>
    // Days are written as in Britain: 9 Nov 2026.
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : language, options),
);

function kept<Options, Made>(make: (language: string, options: Options) => Made) {
  const made = new Map<string, Made>();
  return (language: string, options: Options): Made => {
    const key = language + JSON.stringify(options);
    const found = made.get(key) ?? make(language, options);
    made.set(key, found);
    return found;
  };
}

/** Return a count with separators: 114,147. */
export function count(value: number, language: string): string {
  return numbers(language, {}).format(value);
}

/** Return a short size of a context window: 82k, 1.4k, 940. */
export function tokens(value: number, language: string): string {
  if (value < 1000) return String(value);
  const thousands = value / 1000;
  const digits = thousands < 10 && !Number.isInteger(thousands) ? 1 : 0;
  return `${numbers(language, { maximumFractionDigits: digits }).format(thousands)}k`;
}

/** Return a size: 940 B, 12 kB, 3.4 MB. */
export function bytes(value: number, language: string): string {
  const steps = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  const step = Math.min(steps.length - 1, value < 1000 ? 0 : Math.floor(Math.log10(value) / 3));
  const size = value / 1000 ** step;
  return numbers(language, {
    style: "unit",
    unit: steps[step],
    unitDisplay: step === 0 ? "narrow" : "short",
    maximumFractionDigits: size < 10 && step > 0 ? 1 : 0,
  }).format(size);
}

/** Return micro-dollars as money: $0.12, and three digits under a dime. */
export function money(micros: number, language: string): string {
  const dollars = micros / 1_000_000;
  const digits = dollars !== 0 && Math.abs(dollars) < 0.1 ? 3 : 2;
  return numbers(language, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(dollars);
}

/** Return a duration: <0.01 s, 0.02 s, 1.2 s, 39 s, 1 min 39 s, 2 h 5 min. */
export function duration(ms: number, language: string): string {
  const unit = (value: number, name: string, digits = 0) =>
    numbers(language, {
      style: "unit",
      unit: name,
      unitDisplay: "short",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    })
      .format(value)
      .replace(/\bsec\b/, "s")
      .replace(/\bhr\b/, "h");
  const seconds = ms / 1000;
  if (seconds < 0.01) return `<${unit(0.01, "second", 2)}`;
  if (seconds < 0.1) return unit(seconds, "second", 2);
  if (seconds < 59.95) return unit(seconds, "second", 1);
  const whole = Math.round(seconds);
  if (whole < 3600) return `${unit(Math.floor(whole / 60), "minute")} ${unit(whole % 60, "second")}`;
  return `${unit(Math.floor(whole / 3600), "hour")} ${unit(Math.floor((whole % 3600) / 60), "minute")}`;
}

/** Return whole seconds of something that goes on: 12 s, 1 min 5 s. */
export function elapsed(ms: number, language: string): string {
  if (ms >= 60_000) return duration(ms, language);
  return numbers(language, { style: "unit", unit: "second", unitDisplay: "short" })
    .format(Math.floor(ms / 1000))
    .replace(/\bsec\b/, "s");
}

const SPANS: [Intl.RelativeTimeFormatUnit, number][] = [
  ["minute", 60],
  ["hour", 3600],
  ["day", 86_400],
];

/** Return how old a time is, without the word for "ago": now, 12 min, 3 h, 2 d; older than a week, the day. */
export function age(at: string, now: number, language: string): string {
  const seconds = Math.max(0, (now - Date.parse(at)) / 1000);
  if (seconds >= 7 * 86_400) return day(at, language);
  let text = "";
  for (const [unit, size] of SPANS) {
    if (seconds < size) break;
    text = numbers(language, { style: "unit", unit, unitDisplay: "short" })
      .format(Math.floor(seconds / size))
      .replace(/\bhr\b/, "h")
      .replace(/\bdays?\b/, "d");
  }
  return text || new Intl.RelativeTimeFormat(language, { numeric: "auto" }).format(0, "second");
}

/** Return the time of day: 10:52. */
export function clock(at: string, language: string, withSeconds = false): string {
  return times(language, {
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(withSeconds ? { second: "2-digit" } : {}),
  }).format(new Date(at));
}

/** Return the day: 9 Nov 2026. */
export function day(at: string, language: string): string {
  return times(language, { day: "numeric", month: "short", year: "numeric" }).format(new Date(at));
}

/** Return the day without its year: 9 Nov. */
export function dayOfYear(at: string, language: string): string {
  return times(language, { day: "numeric", month: "short" }).format(new Date(at));
}

const languages = kept(
  (language, type: Intl.DisplayNamesType) => new Intl.DisplayNames([language], { type }),
);

/** Return what a language is called in another one: Türkçe, English. */
export function languageName(locale: string, language: string): string {
  return languages(language, "language").of(locale) ?? locale;
}

/** Return a share: 40 %. */
export function percent(share: number, language: string): string {
  return numbers(language, { style: "percent" }).format(share);
}

/** Return a day of the calendar with its weekday: Thu 5 Nov. */
export function shortDay(isoDay: string, language: string): string {
  return times(language, { weekday: "short", day: "numeric", month: "short" })
    .format(new Date(`${isoDay}T12:00:00`))
    .replace(",", "");
}

/** Return day and time, the day left out when it is today. */
export function moment(at: string, now: number, language: string): string {
  const isToday = new Date(at).toDateString() === new Date(now).toDateString();
  return isToday ? clock(at, language) : `${day(at, language)}, ${clock(at, language)}`;
}

/** Return day and time as a clock in a time zone shows them: Mon 16 Nov, 07:00. */
export function momentIn(timeZone: string, at: string, language: string): string {
  const parts = {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  } as const;
  return times(language, { ...parts, hourCycle: "h23", timeZone }).format(new Date(at));
}
