import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { CircleUserRound, User } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ChartEntry } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { chartQuery } from "../queries";
import { layOut, type Node } from "../tree";
import styles from "./chart.module.css";
import { Roster } from "./roster";

const PERSON = "";
const NARROWEST = 336;

/** Who gets work from whom: a picture of it, and below it each agent in a row. */
export default function Chart() {
  const { t } = useTranslation();
  const entries = useQuery(chartQuery).data;
  const place = useRef<HTMLElement>(null);
  const [room, setRoom] = useState(0);
  useEffect(() => {
    if (!place.current) return;
    const watch = new ResizeObserver(([entry]) => setRoom(entry?.contentRect.width ?? 0));
    watch.observe(place.current);
    return () => watch.disconnect();
  }, []);
  return (
    <div className={styles.whole}>
      <section ref={place} className={styles.chart} aria-label={t("agents.chart")}>
        {entries && room > 0 ? <Picture entries={entries} room={room} /> : null}
        <p className={styles.note}>{t("agents.chartText")}</p>
      </section>
      {entries ? <Roster entries={entries} /> : null}
    </div>
  );
}

function nodeOf(slug: string, entries: ChartEntry[]): Node {
  const known = new Set(entries.map((one) => one.slug));
  const isBelow = ({ reportsTo }: ChartEntry) =>
    slug === PERSON ? !reportsTo || !known.has(reportsTo) : reportsTo === slug;
  return { slug, below: entries.filter(isBelow).map((one) => nodeOf(one.slug, entries)) };
}

function Picture({ entries, room }: { entries: ChartEntry[]; room: number }) {
  const { placed, lines, width, height } = layOut(nodeOf(PERSON, entries), Math.max(room, NARROWEST));
  return (
    <div className={styles.scroll}>
      <div className={styles.picture} style={{ inlineSize: width, blockSize: height }}>
        <svg className={styles.lines} width={width} height={height} aria-hidden="true">
          {lines.map((line) => (
            <path key={line} d={line} />
          ))}
        </svg>
        <ul>
          {placed.map(({ slug, x, y }) => (
            <li key={slug} className={styles.spot} style={{ insetInlineStart: x, insetBlockStart: y }}>
              <Card one={entries.find((entry) => entry.slug === slug)} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function Card({ one }: { one: ChartEntry | undefined }) {
  const { t } = useTranslation();
  const person = useQuery(sessionQuery).data?.person;
  if (!one) {
    return (
      <div className={styles.person}>
        <Icon of={User} tone="muted" />
        <span className={styles.name}>{person?.name}</span>
        <span className={styles.says}>{t("agents.answersForAll")}</span>
      </div>
    );
  }
  return (
    <Link to="/agents" search={{ agent: one.slug, part: "authority" }} className={styles.card}>
      <Icon of={CircleUserRound} tone="muted" />
      <span className={styles.name}>{one.name}</span>
      <span className={styles.says}>
        {one.enabled ? (one.title ?? one.role) : <StateWord tone="stopped">{t("agents.off")}</StateWord>}
      </span>
    </Link>
  );
}
