import { useRouterState } from "@tanstack/react-router";
import { type ReactNode, useEffect, useRef } from "react";
import { classes } from "@/lib/classes";
import styles from "./tabs.module.css";

/** Links to the views of a page; the current one is marked. Each view has an address of its own. */
export function TabLinks({ label, children }: { label: string; children: ReactNode }) {
  const tabs = useRef<HTMLElement>(null);
  const place = useRouterState({ select: ({ location }) => location.href });
  // biome-ignore lint/correctness/useExhaustiveDependencies: another place has another current tab
  useEffect(() => {
    const bar = tabs.current;
    const current = bar?.querySelector<HTMLElement>("[aria-current]");
    if (!bar || !current) return;
    // Only this bar moves: `scrollIntoView` would move the page with it.
    bar.scrollLeft = current.offsetLeft - (bar.clientWidth - current.offsetWidth) / 2;
  }, [place]);
  return (
    <nav ref={tabs} className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}

/** The class name of a link in TabLinks. */
export const tabClass = classes(styles.tab);
