import { MoveHorizontal } from "lucide-react";
import { type CSSProperties, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { RenderedInfo } from "@/api/schema";
import { type FrameLink, type FrameState, type Mark, useFrame } from "@/lib/page-frame";
import type { Change, Review } from "@/lib/review";
import { Icon } from "@/ui/icon";
import { useDesk } from "../desk";
import styles from "./pages-view.module.css";

export const HOWS = ["swipe", "beside", "before", "after"] as const;
export type How = (typeof HOWS)[number];

const SIGNS = { add: "+", remove: "−", change: "~" } as const;
const QUIET = { selected: null, label: "", hovered: null, working: [], texts: {}, holders: [], live: false };

interface FramesProps {
  page: RenderedInfo;
  how: How;
  width: number;
}

/** A page before and after, under a line that is dragged over both, or side by side. */
export function Frames({ page, how, width }: FramesProps) {
  const { t } = useTranslation();
  const { review, current } = useDesk();
  const [share, setShare] = useState(50);
  const links = useRef(new Map<string, FrameLink>());
  const marks = useMemo(() => marksOn(page, review, current), [page, review, current]);
  const frame = (side: "before" | "after") => (
    <figure className={styles.side} data-side={side}>
      <figcaption>
        <b>{t(`review.${side}`)}</b> {t(side === "before" ? "review.beforeNote" : "review.afterNote")}
      </figcaption>
      <Frame
        name={`${t(`review.${side}`)}: ${page.title}`}
        src={page[side]}
        width={width}
        marks={marks}
        onLink={(link) => links.current.set(side, link)}
        onScroll={(y) => links.current.get(side === "before" ? "after" : "before")?.say("scroll", { y })}
      />
    </figure>
  );
  if (how !== "swipe")
    return (
      <div className={styles.frames}>
        {how === "after" ? null : frame("before")}
        {how === "before" ? null : frame("after")}
      </div>
    );
  return (
    <div className={styles.swipe} style={{ "--share": share / 100, "--wide": width } as CSSProperties}>
      {frame("before")}
      <div className={styles.over}>{frame("after")}</div>
      <span className={styles.line} aria-hidden="true">
        <span className={styles.knob}>
          <Icon of={MoveHorizontal} size="small" />
        </span>
      </span>
      <input
        type="range"
        className={styles.handle}
        min={0}
        max={100}
        value={share}
        aria-label={t("review.swipeBy")}
        aria-valuetext={t("review.swipeAt", { share })}
        onChange={(event) => setShare(Number(event.target.value))}
      />
    </div>
  );
}

interface FrameProps {
  name: string;
  src: string;
  width: number;
  marks: Mark[];
  onLink: (link: FrameLink) => void;
  onScroll: (y: number) => void;
}

/** A page in a frame as wide as asked, made small enough for the room there is. */
function Frame({ name, src, width, marks, onLink, onScroll }: FrameProps) {
  const { review, go } = useDesk();
  const [zoom, setZoom] = useState(1);
  const room = useRef<HTMLDivElement>(null);
  const { t } = useTranslation();
  const state = useMemo<FrameState>(
    () => ({ ...QUIET, marks, draft: t("review.draft"), zoom }),
    [marks, zoom, t],
  );
  const link = useFrame(state, {
    onPick: (_, mark) => {
      const hit = review.changes.find(({ id }) => id === mark);
      if (hit) go(hit);
    },
    onScroll,
  });
  const { say, key, frame } = link;
  useEffect(() => {
    onLink(link);
  });
  useEffect(() => {
    const watch = new ResizeObserver(([entry]) =>
      setZoom(Math.min(1, (entry?.contentRect.width ?? 0) / width)),
    );
    if (room.current) watch.observe(room.current);
    return () => watch.disconnect();
  }, [width]);
  const shown = marks.find(({ isCurrent }) => isCurrent);
  const place = shown?.selector;
  useEffect(() => {
    if (place) say("reveal", { selector: place });
  }, [place, say]);
  return (
    <div ref={room} className={styles.room} style={{ "--wide": width, "--zoom": zoom } as CSSProperties}>
      <iframe
        ref={frame}
        className={styles.frame}
        title={name}
        src={`${src}?canvas=${key}`}
        sandbox="allow-scripts"
      />
    </div>
  );
}

/** Return what to outline: changes that are seen on the same thing share one outline and say their numbers together. */
export function marksOn(
  { marks }: Pick<RenderedInfo, "marks">,
  review: Review,
  current: Change | null,
): Mark[] {
  const groups = new Map<string, Change[]>();
  for (const { hunk, selector } of marks) {
    const change = review.byHunk.get(hunk);
    const known = groups.get(selector) ?? [];
    if (change && !known.includes(change)) groups.set(selector, [...known, change]);
  }
  return [...groups].map(([selector, changes]) => {
    const [first] = changes;
    const isCurrent = changes.some(({ id }) => id === current?.id);
    const { op, path } = (first as Change).hunk;
    const kind = path.length === 0 && (op === "add" || op === "remove") ? op : "change";
    const states = new Set(changes.map(({ state }) => state));
    return {
      id: (changes.find(({ state }) => state === "open") ?? (first as Change)).id,
      selector,
      op: kind,
      label: `${SIGNS[kind]} ${spell(changes.map(({ number }) => number))}`,
      decision: states.size === 1 ? ([...states][0] ?? null) : null,
      isCurrent,
    };
  });
}

/** Spell numbers shortly: `2–5, 8`. */
export function spell(numbers: readonly number[]): string {
  const runs: [number, number][] = [];
  for (const number of [...numbers].sort((one, other) => one - other)) {
    const last = runs.at(-1);
    if (last && number === last[1] + 1) last[1] = number;
    else runs.push([number, number]);
  }
  return runs.map(([from, to]) => (from === to ? `${from}` : `${from}–${to}`)).join(", ");
}
