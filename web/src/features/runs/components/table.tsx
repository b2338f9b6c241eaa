import { Link } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { RunInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { type Command, useCommands } from "@/lib/commands";
import { count, duration, moment, money } from "@/lib/format";
import { isMoving, runTone, runWord } from "@/lib/run/status";
import { StateWord } from "@/ui/state-word";
import { titleOfRun, tookMs } from "../model";
import styles from "./table.module.css";

/** The runs as a table. `j` and `k` move between rows, Enter opens one. */
export function RunTable({ runs }: { runs: RunInfo[] }) {
  const { t } = useTranslation();
  const now = useNow(runs.some((run) => isMoving(run.status)));
  useRowKeys();
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{t("runs.table")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("runs.name")}</th>
          <th scope="col">{t("runs.state")}</th>
          <th scope="col" className={styles.wide}>
            {t("runs.agent")}
          </th>
          <th scope="col" className={styles.wide}>
            {t("runs.person")}
          </th>
          <th scope="col" className={styles.number}>
            {t("runs.started")}
          </th>
          <th scope="col" className={styles.number}>
            {t("runs.duration")}
          </th>
          <th scope="col" className={classes(styles.number, styles.wide)}>
            {t("runs.tokens")}
          </th>
          <th scope="col" className={classes(styles.number, styles.wide)}>
            {t("runs.cost")}
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <Row key={run.id} run={run} now={now} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ run, now }: { run: RunInfo; now: number }) {
  const { t, i18n } = useTranslation();
  const name = useAgentName();
  const took = tookMs(run, now);
  return (
    <tr>
      <td className={styles.name}>
        <Link to="/runs/$runId" params={{ runId: run.id }} className={styles.link} data-row preload="intent">
          {titleOfRun(run) || run.source}
        </Link>
      </td>
      <td>
        <StateWord tone={runTone(run.status)}>{t(runWord(run.status))}</StateWord>
      </td>
      <td className={styles.wide}>{name(run.agent)}</td>
      <td className={styles.wide}>{run.personName ?? run.keyName ?? t("runs.nobody")}</td>
      <td className={styles.number}>{moment(run.startedAt ?? run.createdAt, now, i18n.language)}</td>
      <td className={styles.number}>{took === null ? "" : duration(took, i18n.language)}</td>
      <td className={classes(styles.number, styles.wide)}>
        {run.tokens > 0 ? count(run.tokens, i18n.language) : ""}
      </td>
      <td className={classes(styles.number, styles.wide)}>
        {run.costMicros > 0 ? money(run.costMicros, i18n.language) : ""}
      </td>
    </tr>
  );
}

/** Return the time, again every second while something moves. */
export function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

function useRowKeys(): void {
  const { t } = useTranslation();
  const commands = useMemo<Command[]>(
    () => [
      {
        id: "runs.next",
        label: t("runs.next"),
        group: "do",
        keys: ["j"],
        keyOnly: true,
        run: () => focusRow(1),
      },
      {
        id: "runs.previous",
        label: t("runs.previous"),
        group: "do",
        keys: ["k"],
        keyOnly: true,
        run: () => focusRow(-1),
      },
    ],
    [t],
  );
  useCommands(commands);
}

/** Move the focus between the rows of the page. */
function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}
