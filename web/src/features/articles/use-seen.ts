import { type RefObject, useEffect, useState } from "react";

/** The opening has no entry of its own: it is read as the draft. */
const PLACES = '[id^="stage-"], [id^="part-"]:not([id="part-"])';

/** Which stage or part of a long page is read now, by its id: the last one that began above its first third. */
export function useSeen(page: RefObject<HTMLElement | null>): string {
  const [seen, setSeen] = useState("");
  useEffect(() => {
    const element = page.current;
    if (!element) return;
    let waits = 0;
    const look = () => {
      waits = 0;
      const { top, height } = element.getBoundingClientRect();
      const places = [...element.querySelectorAll<HTMLElement>(PLACES)];
      const isEnd =
        element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 1;
      const line = top + (isEnd ? height : height / 3);
      const begun = places.filter((place) => place.getBoundingClientRect().top <= line);
      setSeen((begun[begun.length - 1] ?? places[0])?.id ?? "");
    };
    const later = () => {
      waits ||= requestAnimationFrame(look);
    };
    const grown = new ResizeObserver(later);
    grown.observe(element);
    element.addEventListener("scroll", later, { passive: true });
    return () => {
      cancelAnimationFrame(waits);
      grown.disconnect();
      element.removeEventListener("scroll", later);
    };
  }, [page]);
  return seen;
}
