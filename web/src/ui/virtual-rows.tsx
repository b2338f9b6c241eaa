import { useVirtualizer } from "@tanstack/react-virtual";
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from "react";
import styles from "./virtual-rows.module.css";

interface VirtualRowsProps {
  count: number;
  /** About how high a row is; rows are measured once they are shown. */
  estimate: number;
  /** The element that scrolls, once it is in the page. */
  scroller: HTMLElement | null;
  /** The row to keep in sight; moving it scrolls only as far as needed. */
  current?: number;
  keyOf: (index: number) => string;
  render: (index: number) => ReactNode;
}

/** Scroll as far as needed for a row, and its neighbour, to be seen. */
function keepInSight(
  scroller: HTMLElement,
  { start, end, size }: { start: number; end: number; size: number },
) {
  const before = start - size;
  const after = end + size - scroller.clientHeight;
  if (scroller.scrollTop > before) scroller.scrollTop = Math.max(0, before);
  else if (scroller.scrollTop < after) scroller.scrollTop = after;
}

/** Rows of which only those in sight are in the page, however many there are. */
export function VirtualRows({ count, estimate, scroller, current = -1, keyOf, render }: VirtualRowsProps) {
  const box = useRef<HTMLDivElement>(null);
  const [margin, setMargin] = useState(0);
  useLayoutEffect(() => {
    const own = box.current;
    if (!own || !scroller) return;
    const top = own.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop;
    setMargin(Math.round(top));
  }, [scroller]);
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroller,
    estimateSize: () => estimate,
    getItemKey: keyOf,
    overscan: 6,
    scrollMargin: margin,
  });
  useEffect(() => {
    const row = virtualizer.measurementsCache[current];
    if (scroller && row) keepInSight(scroller, row);
  }, [current, scroller, virtualizer]);
  return (
    <div ref={box} className={styles.rows} style={{ blockSize: `${virtualizer.getTotalSize()}px` }}>
      {virtualizer.getVirtualItems().map((item) => (
        <div
          key={item.key}
          ref={virtualizer.measureElement}
          data-index={item.index}
          className={styles.row}
          style={{ transform: `translateY(${item.start - margin}px)` }}
        >
          {render(item.index)}
        </div>
      ))}
    </div>
  );
}
