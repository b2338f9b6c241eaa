import { LoaderCircle, MessageSquareText, PanelRight } from "lucide-react";
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { isRunning, Panel, useThread } from "@/features/panel";
import { placeDockPart, showDock, useDock } from "@/lib/dock";
import { setSide, useSide } from "@/lib/frame";
import { clampDock, DOCK_DEFAULT, DOCK_MAX, DOCK_MIN, prefer, usePreferences } from "@/lib/preferences";
import { useProject, useSession } from "@/lib/session";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { tabClass } from "@/ui/tabs";
import { Boundary } from "../boundary";
import styles from "./dock.module.css";

/** The agent panel at the right of every screen; shut, it is a narrow strip that shows whether a run goes on. */
export function Dock() {
  const { t } = useTranslation();
  const isOpen = useSide("dockOpen");
  const { workspace } = useSession();
  const project = useProject();
  const isPhone = useIsPhone();
  const hasTabs = useDock((dock) => dock.part !== null);
  if (isPhone) return null;
  if (!isOpen) return <ShutDock />;
  return (
    <aside className={styles.dock} aria-label={t("frame.panel")}>
      <Grip />
      <Sides>
        <Boundary>
          <Panel
            workspaceId={workspace.id}
            projectId={project?.id ?? null}
            {...(hasTabs ? {} : { onClose: () => setSide("dockOpen", false) })}
          />
        </Boundary>
      </Sides>
    </aside>
  );
}

/** The agent alone, or beside it what the screen puts here: each has a tab, and keeps its state behind the other. */
function Sides({ children }: { children: ReactNode }) {
  const part = useDock((dock) => dock.part);
  const isFront = useDock((dock) => dock.isFront);
  return (
    <div className={styles.sides}>
      {part ? <SideTabs part={part} isFront={isFront} /> : null}
      {part ? <div ref={placeDockPart} className={styles.part} hidden={!isFront} /> : null}
      <div className={styles.agent} hidden={part !== null && isFront}>
        {children}
      </div>
    </div>
  );
}

function SideTabs({ part, isFront }: { part: string; isFront: boolean }) {
  const { t } = useTranslation();
  const running = useThread(isRunning);
  const tab = (own: boolean, label: ReactNode) => (
    <button
      type="button"
      className={tabClass}
      aria-current={own === isFront ? "true" : undefined}
      onClick={() => showDock(own)}
    >
      {label}
    </button>
  );
  return (
    <nav className={styles.tabs} aria-label={t("frame.panelParts")}>
      {tab(true, part)}
      {tab(
        false,
        <>
          {t("frame.agent")}
          {running ? <Icon of={LoaderCircle} turning /> : null}
        </>,
      )}
      <span className={styles.end}>
        <IconButton
          icon={PanelRight}
          name={t("frame.closePanel")}
          keys="Mod+J"
          side="left"
          onClick={() => setSide("dockOpen", false)}
        />
      </span>
    </nav>
  );
}

function ShutDock() {
  const { t } = useTranslation();
  const running = useThread(isRunning);
  return (
    <aside className={styles.shut} aria-label={t("frame.panel")}>
      <IconButton
        icon={MessageSquareText}
        name={t("frame.openPanel")}
        keys="Mod+J"
        side="left"
        onClick={() => setSide("dockOpen", true)}
      />
      <span className={styles.upright}>{t("frame.agent")}</span>
      {running ? (
        <span className={styles.running}>
          <Icon of={LoaderCircle} />
          <span className="hidden-text">{t("frame.stateRunning")}</span>
        </span>
      ) : null}
    </aside>
  );
}

const STEP = 16;

/** The edge by which the dock is made wider or narrower, with pointer or arrow keys. */
function Grip() {
  const { t } = useTranslation();
  const width = usePreferences((preferences) => preferences.dockWidth);
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons === 1) prefer({ dockWidth: clampDock(window.innerWidth - event.clientX) });
  };
  const press = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: STEP,
      ArrowRight: -STEP,
      Home: DOCK_MAX,
      End: -DOCK_MAX,
    };
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    prefer({ dockWidth: clampDock(width + move) });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that can be moved has no element of its own
    <div
      className={styles.grip}
      role="separator"
      tabIndex={0}
      aria-label={t("frame.resizePanel")}
      aria-orientation="vertical"
      aria-valuemin={DOCK_MIN}
      aria-valuemax={DOCK_MAX}
      aria-valuenow={width}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={press}
      onDoubleClick={() => prefer({ dockWidth: DOCK_DEFAULT })}
    />
  );
}

const PHONE = "(max-width: 719px)";

function useIsPhone(): boolean {
  const [isPhone, setPhone] = useState(() => matchMedia(PHONE).matches);
  useEffect(() => {
    const query = matchMedia(PHONE);
    const look = () => setPhone(query.matches);
    query.addEventListener("change", look);
    return () => query.removeEventListener("change", look);
  }, []);
  return isPhone;
}
