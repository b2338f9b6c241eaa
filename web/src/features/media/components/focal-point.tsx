import { type KeyboardEvent, type PointerEvent, useRef } from "react";
import { useTranslation } from "react-i18next";
import type { FocalPointInfo } from "@/api/schema";
import { movedPoint } from "../model";
import styles from "./focal-point.module.css";

const STEP = 0.01;
const LEAP = 0.1;
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface FocalPointProps {
  src: string;
  alt: string;
  point: FocalPointInfo;
  onChange: (point: FocalPointInfo) => void;
}

/** A picture with the place that stays visible when it is cropped: click there, or move it with the arrow keys. */
export function FocalPoint({ src, alt, point, onChange }: FocalPointProps) {
  const { t } = useTranslation();
  const frame = useRef<HTMLDivElement>(null);
  const set = (event: PointerEvent) => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return;
    const x = (event.clientX - box.left) / box.width;
    const y = (event.clientY - box.top) / box.height;
    onChange(movedPoint({ x: 0, y: 0 }, x, y));
  };
  const move = (event: KeyboardEvent) => {
    const by = MOVES[event.key];
    if (!by) return;
    event.preventDefault();
    const step = event.shiftKey ? LEAP : STEP;
    onChange(movedPoint(point, by[0] * step, by[1] * step));
  };
  const place = { x: Math.round(point.x * 100), y: Math.round(point.y * 100) };
  return (
    <div
      ref={frame}
      className={styles.frame}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        set(event);
      }}
      onPointerMove={(event) => {
        if (event.buttons === 1) set(event);
      }}
    >
      <img className={styles.picture} src={src} alt={alt} draggable={false} />
      <button
        type="button"
        className={styles.point}
        style={{ insetInlineStart: `${place.x}%`, insetBlockStart: `${place.y}%` }}
        aria-label={t("media.focus", place)}
        title={t("media.focusHint")}
        onKeyDown={move}
      />
    </div>
  );
}
