import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { CommitInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { spellField } from "@/lib/labels";
import { Tooltip } from "@/ui/tooltip";
import styles from "./origin.module.css";

/** Return who wrote something, when, and who accepted it, as one sentence. */
export function useOriginWords(): (origin: CommitInfo) => string {
  const { t, i18n } = useTranslation();
  return ({ agent, author, at, approvedBy }) => {
    const when = moment(at, Date.now(), i18n.language);
    const accepted = approvedBy?.replace(/ <.*>$/, "");
    const who = agent ? spellField(agent) : author;
    return accepted
      ? t("content.originAccepted", { who, when, accepted })
      : t("content.origin", { who, when });
  };
}

/** The class name of a tick. */
export const tickClass = styles.tick ?? "";

/** A faint tick in the margin of what an agent wrote: it says which, when, and who accepted, and leads to the run. */
export function OriginTick({ origin }: { origin: CommitInfo }) {
  const say = useOriginWords();
  const words = say(origin);
  return (
    <Tooltip text={words}>
      {origin.runId ? (
        <Link
          to="/runs/$runId"
          params={{ runId: origin.runId }}
          aria-label={words}
          className={styles.tick ?? ""}
        />
      ) : (
        <span role="note" aria-label={words} className={styles.tick} />
      )}
    </Tooltip>
  );
}
