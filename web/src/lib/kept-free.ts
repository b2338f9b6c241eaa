import { useCallback } from "react";

const HEIGHT = "--kept-free";

/** Return a ref for what stands at the foot of a page: notices stay above it, however high it grows. */
export function useKeptFree(): (foot: HTMLElement | null) => (() => void) | undefined {
  return useCallback((foot) => {
    if (!foot) return undefined;
    const page = document.documentElement.style;
    const watch = new ResizeObserver(() =>
      page.setProperty(HEIGHT, `${Math.ceil(foot.getBoundingClientRect().height)}px`),
    );
    watch.observe(foot);
    return () => {
      watch.disconnect();
      page.removeProperty(HEIGHT);
    };
  }, []);
}
