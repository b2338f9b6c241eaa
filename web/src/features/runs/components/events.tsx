import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RunEvent } from "@/api/schema";
import { follow, openRun } from "@/api/stream";
import styles from "./events.module.css";

const MOST = 500;

/** Every event of a run by its number, as it was stored; new ones are added while it goes on. */
export function EventTable({ runId }: { runId: string }) {
  const { t } = useTranslation();
  const events = useEvents(runId);
  if (events.length === 0) return <p>{t("runs.noEvents")}</p>;
  const shown = events.slice(-MOST);
  return (
    <>
      {shown.length < events.length ? (
        <p className={styles.note}>{t("runs.eventsShown", { count: MOST })}</p>
      ) : null}
      <table className={styles.table}>
        <caption className="hidden-text">{t("runs.events")}</caption>
        <thead>
          <tr>
            <th scope="col" className={styles.number}>
              {t("runs.number")}
            </th>
            <th scope="col">{t("runs.kind")}</th>
            <th scope="col">{t("runs.content")}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((event) => (
            <tr key={event.n}>
              <td className={styles.number}>{event.n}</td>
              <td>{event.type}</td>
              <td className={styles.content}>{contentOf(event)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Return what an event carries besides its number and type, on one line. */
export function contentOf(event: RunEvent): string {
  const { n: _n, type: _type, ...rest } = event;
  return JSON.stringify(rest);
}

function useEvents(runId: string): RunEvent[] {
  const [events, setEvents] = useState<RunEvent[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    let last = 0;
    setEvents([]);
    follow({
      after: 0,
      signal: leaving.signal,
      open: openRun(runId),
      onEvents: (batch) => {
        const fresh = batch.filter((event) => event.n > last);
        last = fresh.at(-1)?.n ?? last;
        setEvents((known) => [...known, ...fresh]);
        return last;
      },
    }).catch(() => undefined);
    return () => leaving.abort();
  }, [runId]);
  return events;
}
