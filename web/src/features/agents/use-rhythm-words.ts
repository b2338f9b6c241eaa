import { useTranslation } from "react-i18next";
import { oftenOf, rhythmOf, weekdayName } from "./rhythm";

interface Clock {
  cron: string;
  timeZone: string;
}

/** Return a function that says when a schedule is due. */
export function useRhythmWords(): (schedule: Clock) => string {
  const { t, i18n } = useTranslation();
  return ({ cron, timeZone }) => {
    const often = oftenOf(cron);
    const zone = timeZone.split("/").at(-1)?.replaceAll("_", " ") ?? timeZone;
    if (often)
      return often.from ? t("agents.saidBetween", { ...often, zone }) : t("agents.saidOften", { ...often });
    const { kind, time, weekday, day } = rhythmOf(cron);
    switch (kind) {
      case "hourly":
        return t("agents.saidHourly", { minute: time.slice(3) });
      case "daily":
        return t("agents.saidDaily", { time, zone });
      case "weekdays":
        return t("agents.saidWeekdays", { time, zone });
      case "weekly":
        return t("agents.saidWeekly", { time, zone, weekday: weekdayName(weekday, i18n.language) });
      case "monthly":
        return t("agents.saidMonthly", { time, zone, day });
      case "own":
        return t("agents.saidOwn", { cron, zone });
    }
  };
}
