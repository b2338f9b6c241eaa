import { ChevronRight } from "lucide-react";
import { createContext, type ReactNode, useContext } from "react";
import { classes } from "@/lib/classes";
import { Icon } from "./icon";
import styles from "./page.module.css";

/** What stands under the head of every page for a while; empty nearly always. */
export const PageBanner = createContext<ReactNode>(null);

interface PageProps {
  title: string;
  /** Links to what the page is part of. */
  crumbs?: ReactNode;
  /** A few words beside the title. */
  note?: ReactNode;
  /** Actions at the end of the head; at most one is primary. */
  actions?: ReactNode;
  /** True when the page scrolls as a whole; false when its regions do. */
  scrolls?: boolean;
  children: ReactNode;
}

/** A screen: its head of 44 px and what it shows. */
export function Page({ title, crumbs, note, actions, scrolls = true, children }: PageProps) {
  const banner = useContext(PageBanner);
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <div className={styles.crumbs}>
          {crumbs ? (
            <>
              {crumbs}
              <Icon of={ChevronRight} size="tiny" tone="muted" />
            </>
          ) : null}
          <h1 className={styles.title}>{title}</h1>
        </div>
        {note ? <span className={styles.note}>{note}</span> : null}
        <div className={styles.end}>{actions}</div>
      </header>
      {banner}
      <main id="main" tabIndex={-1} className={classes(styles.main, scrolls && styles.scrolls)}>
        {children}
      </main>
    </div>
  );
}

/** The class name of a link in the crumbs. */
export const crumbClass = classes(styles.crumb);
