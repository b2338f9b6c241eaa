import { Outlet, useMatches } from "@tanstack/react-router";
import { type CSSProperties, memo, type ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "@/i18n";
import { classes } from "@/lib/classes";
import { useSide } from "@/lib/frame";
import { makeProject, useMaking } from "@/lib/making";
import { usePreferences } from "@/lib/preferences";
import { useSession } from "@/lib/session";
import { useStart } from "@/lib/start";
import { later } from "@/ui/later";
import { MediaSlot } from "@/ui/media-slot";
import { PageBanner } from "@/ui/page";
import { ChangeSlot } from "@/ui/run/change-slot";
import { ToolSlot } from "@/ui/run/tool-slot";
import { WaitingCard } from "@/ui/run/waiting-card";
import { Boundary } from "../boundary";
import { CommandLayer } from "../commands/layer";
import { useTabState } from "../tab";
import { toolCards } from "../take-in";
import { Dock } from "./dock";
import { Pager } from "./pager";
import { Rail } from "./rail";
import styles from "./shell.module.css";
import { StatusLine } from "./status-line";

const FirstSteps = later(() => withWords(() => import("@/features/start/first-steps")));
const NewProject = later(() => withWords(() => import("@/features/projects/new-project")));
const MediaPicker = later(() => import("@/features/media/picker"));
const ChangeCard = later(() => withWords(() => import("@/features/review/change-card")), WaitingCard);

const CARDS = toolCards();

// What stands around the page is drawn anew for its own reasons only, not with every address.
const StillRail = memo(Rail);
const StillDock = memo(Dock);
const StillStatus = memo(StatusLine);
const StillPager = memo(Pager);

/** The frame around every screen: rail, page, dock, status line; one column on a phone. */
export function Shell() {
  const { t } = useTranslation();
  const dockWidth = usePreferences((preferences) => preferences.dockWidth);
  const [railOpen, dockOpen] = [useSide("railOpen"), useSide("dockOpen")];
  const session = useSession();
  // The agent's own page shows the panel itself, so the dock would only repeat it.
  const isAgentPage = useMatches({
    select: (matches) => matches.some((match) => match.routeId === "/app/agent"),
  });
  const isStarting = useStart((start) => start.workspaceId === session.workspace.id);
  return (
    <Slots>
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
        <StillRail />
        <div className={styles.page}>
          <Boundary>
            <PageBanner value={isStarting ? <FirstSteps /> : null}>
              <MediaSlot value={MediaPicker}>
                <Outlet />
              </MediaSlot>
            </PageBanner>
          </Boundary>
        </div>
        {isAgentPage ? null : <StillDock />}
        <StillStatus />
        <StillPager />
      </div>
      <CommandLayer />
      <TabState />
      <Making />
    </Slots>
  );
}

/** Say which features show what in a conversation. */
function Slots({ children }: { children: ReactNode }) {
  return (
    <ChangeSlot value={ChangeCard}>
      <ToolSlot value={CARDS}>{children}</ToolSlot>
    </ChangeSlot>
  );
}

/** Draws nothing, so that what the tab tells does not draw the frame anew. */
function TabState() {
  useTabState(useSession());
  return null;
}

function Making() {
  const isOpen = useMaking((making) => making.isOpen);
  return isOpen ? <NewProject onClose={() => makeProject(false)} /> : null;
}
