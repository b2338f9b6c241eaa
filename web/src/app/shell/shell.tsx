import { Outlet, useMatches } from "@tanstack/react-router";
import { type CSSProperties, lazy, Suspense } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "@/i18n";
import { classes } from "@/lib/classes";
import { useSide } from "@/lib/frame";
import { usePreferences } from "@/lib/preferences";
import { useStart } from "@/lib/start";
import { PageBanner } from "@/ui/page";
import { ChangeSlot } from "@/ui/run/change-slot";
import { Boundary } from "../boundary";
import { CommandLayer } from "../commands/layer";
import { useSession } from "../session";
import { useTabState } from "../tab";
import { Dock } from "./dock";
import { Pager } from "./pager";
import { Rail } from "./rail";
import styles from "./shell.module.css";
import { StatusLine } from "./status-line";

const FirstSteps = lazy(() => withWords(() => import("@/features/start/first-steps")));
const ChangeCard = lazy(() => withWords(() => import("@/features/review/change-card")));

/** The frame around every screen: rail, page, dock, status line; one column on a phone. */
export function Shell() {
  const { t } = useTranslation();
  const dockWidth = usePreferences((preferences) => preferences.dockWidth);
  const [railOpen, dockOpen] = [useSide("railOpen"), useSide("dockOpen")];
  const session = useSession();
  // The agent's own page shows the panel itself, so the dock would only repeat it.
  const isAgentPage = useMatches().some((match) => match.routeId === "/app/agent");
  const isStarting = useStart((start) => start.workspaceId === session.workspace.id);
  useTabState(session);
  return (
    <ChangeSlot value={ChangeCard}>
      <a className={styles.skip} href="#main">
        {t("frame.skip")}
      </a>
      <div
        className={classes(
          styles.shell,
          !railOpen && styles.railShut,
          isAgentPage ? styles.dockless : dockOpen ? styles.dockOpen : styles.dockShut,
        )}
        style={{ "--dock-now": `${dockWidth}px` } as CSSProperties}
      >
        <Rail />
        <div className={styles.page}>
          <Boundary>
            <PageBanner value={isStarting ? <Steps /> : null}>
              <Outlet />
            </PageBanner>
          </Boundary>
        </div>
        {isAgentPage ? null : <Dock />}
        <StatusLine />
        <Pager />
      </div>
      <CommandLayer />
    </ChangeSlot>
  );
}

function Steps() {
  return (
    <Suspense fallback={null}>
      <FirstSteps />
    </Suspense>
  );
}
