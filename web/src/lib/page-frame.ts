/** Speaks with a page of a branch in a frame: outlines, pressing, typing, scrolling. The frame has no origin; both sides know each other by a key. */
import { type RefObject, useCallback, useEffect, useRef, useState } from "react";
import { newId } from "./ids";
import type { KeyPress } from "./keyboard";

export type DropPlace = "before" | "after" | "inside";

export interface Mark {
  /** The node it is on, or, with a selector, whatever it is called by. */
  id: string;
  selector?: string;
  op: "add" | "remove" | "change";
  label: string;
  decision: string | null;
  isCurrent?: boolean;
}

export interface FrameState {
  selected: string | null;
  label: string;
  hovered: string | null;
  marks: Mark[];
  working: { id: string; label: string }[];
  texts: Record<string, string>;
  /** Nodes that something can be put into. */
  holders: string[];
  /** What an entry is called that readers do not see yet. */
  draft?: string;
  zoom: number;
  live: boolean;
}

export interface FrameEvents {
  onPick?: (id: string, mark?: string) => void;
  onHover?: (id: string | null) => void;
  onText?: (id: string, text: string) => void;
  onDrop?: (id: string, target: string, place: DropPlace) => void;
  onPress?: (press: KeyPress) => void;
  onPaste?: (html: string) => void;
  onScroll?: (y: number) => void;
}

/** Outlines lie on pages, which have their own light: the same colours in both themes. */
const COLOURS = {
  accent: "--raw-ink-48",
  onAccent: "--raw-paper-99",
  added: "--raw-green-45",
  removed: "--raw-red-48",
  changed: "--raw-blue-47",
  info: "--raw-blue-47",
  quiet: "--raw-paper-48",
} as const;

function coloursNow(): Record<string, string> {
  const style = getComputedStyle(document.documentElement);
  return Object.fromEntries(
    Object.entries(COLOURS).map(([name, token]) => [name, style.getPropertyValue(token)]),
  );
}

export interface FrameLink {
  key: string;
  frame: RefObject<HTMLIFrameElement | null>;
  say: (type: "edit" | "reveal" | "scroll" | "swap", more: object) => void;
}

/** Follow a frame and tell it what to draw. */
export function useFrame(state: FrameState, events: FrameEvents): FrameLink {
  const frame = useRef<HTMLIFrameElement>(null);
  const [key] = useState(() => newId());
  const [isReady, setReady] = useState(0);
  const latest = useRef(events);
  latest.current = events;
  useEffect(() => {
    const hear = (event: MessageEvent) => {
      const { data } = event;
      if (!frame.current || event.source !== frame.current.contentWindow || data?.key !== key) return;
      if (data.type === "ready") setReady((times) => times + 1);
      else handle(latest.current, data);
    };
    addEventListener("message", hear);
    return () => removeEventListener("message", hear);
  }, [key]);
  const say = useCallback(
    (type: string, more: object) => frame.current?.contentWindow?.postMessage({ key, type, ...more }, "*"),
    [key],
  );
  useEffect(() => {
    if (isReady === 0) return;
    const told = { key, type: "show", state: { ...state, colours: coloursNow() } };
    frame.current?.contentWindow?.postMessage(told, "*");
  }, [state, isReady, key]);
  return { key, frame, say };
}

type Told = Record<string, unknown>;

const isText = (value: unknown): value is string => typeof value === "string";
const PLACES: readonly unknown[] = ["before", "after", "inside"];

/** What a frame can tell; whatever else it sends is left out. */
const HEARD: Record<string, (events: FrameEvents, told: Told) => void> = {
  pick: (events, { id, mark }) => isText(id) && events.onPick?.(id, isText(mark) ? mark : undefined),
  hover: (events, { id }) => events.onHover?.(isText(id) ? id : null),
  edited: (events, { id, text }) => isText(id) && isText(text) && events.onText?.(id, text),
  drop: (events, { id, target, place }) => {
    if (isText(id) && isText(target) && PLACES.includes(place))
      events.onDrop?.(id, target, place as DropPlace);
  },
  press: (events, { press }) => press && events.onPress?.(press as KeyPress),
  paste: (events, { html }) => isText(html) && events.onPaste?.(html),
  scrolled: (events, { y }) => typeof y === "number" && events.onScroll?.(y),
};

function handle(events: FrameEvents, told: Told): void {
  HEARD[String(told.type)]?.(events, told);
}
