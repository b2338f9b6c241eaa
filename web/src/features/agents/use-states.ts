import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ChartEntry } from "@/api/schema";
import type { StateTone } from "@/ui/state-word";
import { stateOf } from "./model";
import { goingQuery, heartbeatsQuery } from "./queries";

/** Return a function that says what an agent is at, where that is news; null while it rests. */
export function useStates(): (entry: ChartEntry | undefined) => { tone: StateTone; said: string } | null {
  const { t } = useTranslation();
  const may = useMay();
  const going = useQuery({ ...goingQuery, enabled: may("sessions.own.read") }).data ?? [];
  const beats = useQuery({ ...heartbeatsQuery, enabled: may("actions.team.read") }).data ?? [];
  return (entry) => {
    const found = entry ? stateOf(entry, going, beats) : null;
    return found
      ? { tone: found.tone, said: t(`agents.states.${found.state}`, { count: found.count }) }
      : null;
  };
}
