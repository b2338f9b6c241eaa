import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { CircleUserRound, SquareArrowOutUpRight, User } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import type { ChartEntry } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { classes } from "@/lib/classes";
import { Icon } from "@/ui/icon";
import { StateWord } from "@/ui/state-word";
import { SCOPES } from "../model";
import { chartQuery } from "../queries";
import { layOut, type Node } from "../tree";
import { useStates } from "../use-states";
import styles from "./chart.module.css";
import { Roster } from "./roster";

const route = getRouteApi("/app/agents");
const PERSON = "";
const NARROWEST = 336;

/** Who gets work from whom: a picture of it, and below it each agent in a row; both show the same choice. */
export default function Chart() {
  const { t } = useTranslation();
  const entries = useQuery(chartQuery).data;
  const { agent = "" } = route.useSearch();
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
        {entries && room > 0 ? <Picture entries={entries} room={room} chosen={agent} /> : null}
        <p className={styles.note}>
          <span>{t("agents.chartText")}</span>
          <span className={styles.sign} data-of="person">
            {t("agents.signPerson")}
          </span>
          <span className={styles.sign}>{t("agents.signAgent")}</span>
          {entries?.some(({ isOutside }) => isOutside) ? (
            <span className={styles.sign} data-of="outside">
              {t("agents.signOutside")}
            </span>
          ) : null}
        </p>
      </section>
      {entries ? <Roster entries={entries} chosen={agent} /> : null}
    </div>
  );
}

function nodeOf(slug: string, entries: ChartEntry[]): Node {
  const known = new Set(entries.map((one) => one.slug));
  const isBelow = ({ reportsTo }: ChartEntry) =>
    slug === PERSON ? !reportsTo || !known.has(reportsTo) : reportsTo === slug;
  return { slug, below: entries.filter(isBelow).map((one) => nodeOf(one.slug, entries)) };
}

interface PictureProps {
  entries: ChartEntry[];
  room: number;
  chosen: string;
}

function Picture({ entries, room, chosen }: PictureProps) {
  const { placed, lines, width, height } = layOut(nodeOf(PERSON, entries), Math.max(room, NARROWEST));
  const known = new Map(entries.map((one) => [one.slug, one]));
  const isOn = (slug: string) => slug === chosen || known.get(slug)?.reportsTo === chosen;
  return (
    <div className={styles.scroll}>
      <div className={styles.picture} style={{ inlineSize: width, blockSize: height }}>
        <svg className={styles.lines} width={width} height={height} aria-hidden="true">
          {lines
            .toSorted((a, b) => Number(isOn(a.to)) - Number(isOn(b.to)))
            .map(({ to, path }) => (
              <path
                key={to}
                d={path}
                className={classes(
                  chosen !== "" && isOn(to) && styles.on,
                  known.get(to)?.isOutside && styles.far,
                )}
              />
            ))}
        </svg>
        <ul>
          {placed.map(({ slug, x, y }) => (
            <li key={slug} className={styles.spot} style={{ insetInlineStart: x, insetBlockStart: y }}>
              <Card one={known.get(slug)} isChosen={slug !== PERSON && slug === chosen} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Return what an agent works on, for one that nobody gave a title. */
function useScope(slug: string | undefined): string {
  const { t } = useTranslation();
  const scope = useQuery(agentsQuery).data?.find((one) => one.slug === slug)?.scope;
  const known = SCOPES[scope as keyof typeof SCOPES];
  return known ? t(known) : (scope ?? "");
}

function Card({ one, isChosen }: { one: ChartEntry | undefined; isChosen: boolean }) {
  const { t } = useTranslation();
  const person = useQuery(sessionQuery).data?.person;
  const state = useStates()(one);
  const scope = useScope(one?.slug);
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
    // The first press chooses, the next opens, as in the picture of records.
    <Link
      to="/agents"
      search={isChosen ? { agent: one.slug } : { view: "chart", agent: one.slug }}
      replace={!isChosen}
      className={classes(styles.card, one.isOutside && styles.outside)}
      aria-current={isChosen ? "true" : undefined}
    >
      <Icon of={one.isOutside ? SquareArrowOutUpRight : CircleUserRound} tone="muted" />
      <span className={styles.name}>{one.name}</span>
      <span className={styles.says}>
        {state ? <StateWord tone={state.tone}>{state.said}</StateWord> : (one.title ?? one.role ?? scope)}
      </span>
    </Link>
  );
}
