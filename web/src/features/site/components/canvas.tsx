import { ChevronDown } from "lucide-react";
import { type RefObject, useEffect, useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FrameEvents, FrameState, Mark } from "@/lib/page-frame";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { Menu, MenuChoice } from "@/ui/menu";
import { Segment } from "@/ui/segment";
import { useEditor } from "../editor";
import { type Breakpoint, type Canvas as CanvasData, HOLDERS, nameOf, textsOf } from "../model";
import { SHOWS, type Show } from "../place";
import { hover, useEditorState } from "../store";
import { byWidth, frameWidth } from "../widths";
import styles from "./canvas.module.css";
import { Frame, type Fresh } from "./frame";

interface CanvasProps {
  /** What stood before, to look at beside; null where nothing is proposed. */
  before: CanvasData | null;
  show: Show | null;
  onShow: (show: Show) => void;
  marks: Mark[];
  beforeMarks: Mark[];
  working: FrameState["working"];
  events: Omit<FrameEvents, "onPick" | "onHover">;
  typing: number;
}

/** `two`: from this width on two devices can be read beside each other; on a phone there is room for one. */
const ROOM = { gap: 28, edge: 48, head: 34, two: 480 };

/** The canvas: the page in a frame for every device that is wanted, as large as fits. */
export function Canvas({ before, show, onShow, marks, beforeMarks, working, events, typing }: CanvasProps) {
  const { t } = useTranslation();
  const { canvas, node, rules, breakpoint, select, can } = useEditor();
  const stage = useRef<HTMLDivElement>(null);
  const size = useSize(stage);
  const chosen = useEditorState((state) => state.frames);
  const wanted = useEditorState((state) => state.zoom);
  const hovered = useEditorState((state) => state.hovered);
  const widths = byWidth(canvas.breakpoints);
  const usual = widths.slice(size.width < ROOM.two ? -1 : -2).map(({ id }) => id);
  const shown = shownFrames(widths, chosen ?? usual, breakpoint, show);
  // What is typed from the tree needs a frame: the one at hand, else the narrowest.
  const active = (shown.find(({ id }) => id === breakpoint) ?? shown.at(-1))?.id;
  const sides = show === "beside" && before ? [before, canvas] : [canvas];
  const frames = shown.map((one) => ({ one, width: frameWidth(one, canvas.breakpoints) }));
  const all = frames.reduce((sum, { width }) => sum + width, 0) * sides.length;
  const gaps = ROOM.edge + ROOM.gap * (frames.length * sides.length - 1);
  const fit = Math.min(1, Math.max(0.2, (size.width - gaps) / Math.max(1, all)));
  const zoom = wanted ? wanted / 100 : Math.floor(fit * 100) / 100;
  const fresh = useFresh(canvas);
  const state = useMemo<FrameState>(() => {
    const trees = [canvas.document, ...canvas.around];
    const nodes = trees.flatMap((tree) => Object.values(tree.nodes));
    return {
      selected: node?.id ?? null,
      label: node ? nameOf(node, rules, canvas) : "",
      hovered,
      marks,
      working,
      texts: can.text ? textsOf(trees) : {},
      holders: nodes.filter(({ moduleId }) => HOLDERS.has(moduleId)).map(({ id }) => id),
      draft: t("site.draft"),
      zoom,
      live: can.text,
    };
  }, [canvas, node, rules, hovered, marks, working, can, zoom, t]);
  return (
    <section className={styles.canvas} aria-label={t("site.canvas")}>
      <Bar widths={widths} shown={shown} show={show} onShow={onShow} zoom={zoom} />
      <div ref={stage} className={styles.stage}>
        {sides.flatMap((side) =>
          frames.map(({ one, width }) => (
            <Frame
              key={`${side.preview}${side.path} ${one.id}`}
              canvas={side}
              breakpoint={one}
              width={width}
              isActive={one.id === active}
              note={sides.length > 1 ? t(side === before ? "site.shows.before" : "site.shows.proposed") : ""}
              fresh={side === canvas ? fresh : null}
              state={side === canvas ? state : { ...state, marks: beforeMarks, working: [], live: false }}
              events={{ ...events, onPick: (id) => select(id, one.id), onHover: hover }}
              typing={typing}
            />
          )),
        )}
      </div>
    </section>
  );
}

/** Return the breakpoints that have a frame. */
function shownFrames(
  all: readonly Breakpoint[],
  ids: readonly string[],
  active: string,
  show: Show | null,
): Breakpoint[] {
  const found = all.filter(({ id }) => ids.includes(id));
  const some = found.length > 0 ? found : all.slice(-1);
  // Side by side there is room for one device: the one at hand.
  return show === "beside" ? [some.find(({ id }) => id === active) ?? (some.at(-1) as Breakpoint)] : some;
}

interface BarProps {
  widths: readonly Breakpoint[];
  shown: readonly Breakpoint[];
  show: Show | null;
  onShow: (show: Show) => void;
  zoom: number;
}

function Bar({ widths, shown, show, onShow, zoom }: BarProps) {
  const { t } = useTranslation();
  const wanted = useEditorState((state) => state.zoom);
  const ids = shown.map(({ id }) => id);
  const toggle = (id: string) => {
    const next = ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id];
    if (next.length > 0) useEditorState.setState({ frames: next });
  };
  const percent = t("site.percent", { value: Math.round(zoom * 100) });
  return (
    <div className={styles.bar}>
      <fieldset className={styles.widths}>
        <legend className="hidden-text">{t("site.widths")}</legend>
        {widths.map((one) => (
          <button
            key={one.id}
            type="button"
            className={styles.width}
            aria-pressed={ids.includes(one.id)}
            aria-label={t("site.frame", { name: one.label, width: frameWidth(one, widths) })}
            onClick={() => toggle(one.id)}
          >
            {frameWidth(one, widths)}
          </button>
        ))}
      </fieldset>
      <span className={styles.grow} />
      {show ? (
        <Segment
          label={t("site.show")}
          value={show}
          onChange={onShow}
          options={SHOWS.map((value) => ({ value, label: t(`site.shows.${value}`) }))}
        />
      ) : null}
      <Menu
        align="end"
        trigger={
          <button type="button" className={buttonClass("quiet")} aria-label={t("site.zoom", { percent })}>
            {percent}
            <Icon of={ChevronDown} tone="muted" />
          </button>
        }
      >
        <MenuChoice
          label={t("site.zoomLabel")}
          value={String(wanted)}
          onChange={(value) => useEditorState.setState({ zoom: Number(value) })}
          options={[
            { value: "0", label: t("site.zoomFit") },
            ...[25, 50, 75, 100].map((value) => ({
              value: String(value),
              label: t("site.percent", { value }),
            })),
          ]}
        />
      </Menu>
    </div>
  );
}

function useSize(of: RefObject<HTMLElement | null>): { width: number } {
  const [width, setWidth] = useState(800);
  useEffect(() => {
    const element = of.current;
    if (!element) return undefined;
    const watch = new ResizeObserver(([entry]) => setWidth(entry?.contentRect.width ?? 800));
    watch.observe(element);
    return () => watch.disconnect();
  }, [of]);
  return { width };
}

/** Return the page as it came after a change; what a frame shows from the start it loads by itself. */
function useFresh({ preview, path, tip }: CanvasData): Fresh | null {
  const place = preview + path;
  const [fresh, setFresh] = useState<Fresh | null>(null);
  const known = useRef({ place, tip });
  useEffect(() => {
    const before = known.current;
    known.current = { place, tip };
    if (before.place !== place) setFresh(null);
    if (before.place !== place || before.tip === tip) return undefined;
    let isOld = false;
    void fetch(preview + path.slice(1)).then(async (answer) => {
      const html = await answer.text();
      if (!isOld && answer.ok) setFresh({ tip, html });
    });
    return () => {
      isOld = true;
    };
  }, [preview, path, place, tip]);
  return fresh;
}
