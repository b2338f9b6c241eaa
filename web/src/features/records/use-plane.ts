import { type PointerEvent, useCallback, useEffect, useRef } from "react";
import { type Box, moved, scaled, written } from "./plane";

/** How far a hand may tremble before a press counts as a drag. */
const TREMBLE = 4;

interface Held {
  x: number;
  y: number;
  from: Box;
  hasMoved: boolean;
}

/** A picture that is dragged about and made larger or smaller, without being drawn anew for it. */
export function usePlane(whole: Box) {
  const svg = useRef<SVGSVGElement>(null);
  const seen = useRef(whole);
  const held = useRef<Held | null>(null);
  const wasDragged = useRef(false);
  const show = useCallback((box: Box) => {
    seen.current = box;
    svg.current?.setAttribute("viewBox", written(box));
  }, []);
  const key = written(whole);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a box is another one when its numbers are
  useEffect(() => show(whole), [key, show]);

  const on = {
    onPointerDown: ({ clientX: x, clientY: y, button }: PointerEvent) => {
      wasDragged.current = false;
      if (button === 0) held.current = { x, y, from: seen.current, hasMoved: false };
    },
    onPointerMove: (event: PointerEvent<SVGSVGElement>) => {
      const hold = held.current;
      if (!hold) return;
      const [right, down] = [event.clientX - hold.x, event.clientY - hold.y];
      if (!hold.hasMoved && Math.hypot(right, down) < TREMBLE) return;
      if (!hold.hasMoved) event.currentTarget.setPointerCapture(event.pointerId);
      hold.hasMoved = true;
      const { width, height } = event.currentTarget.getBoundingClientRect();
      const unit = Math.max(hold.from.width / width, hold.from.height / height);
      show(moved(hold.from, -right * unit, -down * unit));
    },
    onPointerUp: () => {
      wasDragged.current = held.current?.hasMoved ?? false;
      held.current = null;
    },
    /** Whoever has dragged the picture did not mean the record under the pointer. */
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    onPointerCancel: () => {
      held.current = null;
    },
    onDragStart: (event: { preventDefault: () => void }) => event.preventDefault(),
  };
  return { svg, on, scale: (by: number) => show(scaled(seen.current, by)), fit: () => show(whole) };
}
