/** The beats of a day: which half hours had one, and what came of it. */
import type { BeatInfo } from "@/api/schema";

export type Came = "worked" | "idle" | "skipped";

const HALF_HOUR_MS = 30 * 60_000;
export const HALF_HOURS = 48;

/** Tell what came of a beat: it worked, had nothing to do, or was left out for a reason. */
export function cameOf({ status, skipReason }: Pick<BeatInfo, "status" | "skipReason">): Came {
  if (status !== "skipped") return "worked";
  return skipReason === "no_work" ? "idle" : "skipped";
}

/** Return the beats since a midnight. */
export function beatsSince<T extends Pick<BeatInfo, "scheduledFor">>(
  beats: readonly T[],
  midnight: number,
): T[] {
  return beats.filter(({ scheduledFor }) => Date.parse(scheduledFor) >= midnight);
}

/** Return what each half hour of a day saw; work counts more than a skip, a skip more than an idle beat. */
export function halfHours(
  beats: readonly Pick<BeatInfo, "status" | "skipReason" | "scheduledFor">[],
  midnight: number,
): (Came | null)[] {
  const weight = ["idle", "skipped", "worked"];
  const day: (Came | null)[] = Array.from({ length: HALF_HOURS }, () => null);
  for (const beat of beatsSince(beats, midnight)) {
    const at = Math.floor((Date.parse(beat.scheduledFor) - midnight) / HALF_HOUR_MS);
    const [came, before] = [cameOf(beat), day[at]];
    if (at < HALF_HOURS && (!before || weight.indexOf(came) > weight.indexOf(before))) day[at] = came;
  }
  return day;
}
