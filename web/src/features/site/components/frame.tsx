import { type CSSProperties, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type FrameEvents, type FrameState, useFrame } from "@/lib/page-frame";
import type { Breakpoint, Canvas } from "../model";
import styles from "./canvas.module.css";

/** A page that came anew, for the branch's tip that it shows. */
export interface Fresh {
  tip: string;
  html: string;
}

interface FrameProps {
  canvas: Canvas;
  breakpoint: Breakpoint;
  width: number;
  isActive: boolean;
  note: string;
  fresh: Fresh | null;
  state: FrameState;
  events: FrameEvents;
  /** A wish to type into the selected text; a new number is a new wish. */
  typing: number;
}

/** One frame of the canvas: the page as the studio renders it, as wide as a device. */
export function Frame(props: FrameProps) {
  const { canvas, breakpoint, width, isActive, note, fresh, state, events, typing } = props;
  const { t } = useTranslation();
  const { key, frame, say } = useFrame(state, events);
  const wish = useRef(typing);
  const { selected } = state;
  useEffect(() => {
    if (selected) say("reveal", { id: selected });
  }, [selected, say]);
  useEffect(() => {
    if (fresh) say("swap", { html: fresh.html });
  }, [fresh, say]);
  useEffect(() => {
    if (typing === wish.current) return;
    wish.current = typing;
    if (isActive && selected) {
      frame.current?.focus();
      say("edit", { id: selected });
    }
  }, [typing, isActive, selected, frame, say]);
  const size = { "--wide": width, "--zoom": state.zoom } as CSSProperties;
  return (
    <figure className={styles.device} style={size} data-active={isActive || undefined}>
      <figcaption className={styles.caption}>
        <b>{width}</b> {breakpoint.label} {note}
      </figcaption>
      <div className={styles.page}>
        <iframe
          ref={frame}
          className={styles.frame}
          title={t("site.frame", { name: breakpoint.label, width })}
          src={`${canvas.preview}${canvas.path.slice(1)}?canvas=${key}`}
          sandbox="allow-scripts"
        />
      </div>
    </figure>
  );
}
