import { memo, useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { announce } from "@/lib/announce";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { useSpoken } from "../speak";
import { isRunning, useThread } from "../store";
import { refresh, startFresh } from "../thread";
import {
  PanelFactsContext,
  type PanelScope,
  useFacts,
  useOpenThread,
  usePanel,
  useParkedRun,
  useWishes,
} from "../use-panel";
import { Composer } from "./composer";
import { PanelHead } from "./head";
import { SetupLock } from "./lock";
import styles from "./panel.module.css";
import { ThreadView } from "./thread-view";

const ChooseModel = later(() => import("./choose-model"), Nothing);

interface PanelProps extends PanelScope {
  onClose?: () => void;
}

/** The agent panel: one conversation, on every screen. */
export function Panel({ workspaceId, projectId, onClose }: PanelProps) {
  useOpenThread({ workspaceId, projectId });
  useWishes();
  useParkedRun();
  const facts = usePanel({ workspaceId, projectId });
  const last = useThread((state) => state.turns.at(-1)?.view ?? null);
  useSpoken(last);
  useSpokenLink();
  const { t } = useTranslation();
  return (
    <PanelFactsContext value={facts}>
      <section className={styles.panel} aria-label={t("frame.panel")}>
        <PanelHead {...(onClose ? { onClose } : {})} />
        <PanelBody />
      </section>
    </PanelFactsContext>
  );
}

const PanelBody = memo(function PanelBody() {
  const facts = useFacts();
  const phase = useThread((state) => state.phase);
  // While it is not known what to show, nothing is shown: no flash.
  if (facts.isLoading || phase === "loading") return <Nothing />;
  if (phase === "failed") return <LoadFailed />;
  return (
    <>
      {facts.lock === "setup" ? (
        <SetupLock />
      ) : facts.lock === "chooseModel" ? (
        <ChooseModel />
      ) : (
        <ThreadView />
      )}
      <Composer />
    </>
  );
});

function Nothing() {
  return <div className={styles.rest} />;
}

function LoadFailed() {
  const { t } = useTranslation();
  const error = useThread((state) => state.error);
  return (
    <div className={styles.rest}>
      <Notice
        tone="danger"
        title={t("panel.loadFailed")}
        actions={
          <>
            <Button look="quiet" small onClick={() => refresh()}>
              {t("errors.retry")}
            </Button>
            <Button look="quiet" small onClick={startFresh}>
              {t("panel.newChat")}
            </Button>
          </>
        }
      >
        <p>{error?.message}</p>
      </Notice>
    </div>
  );
}

/** Say that the connection was lost, or came back, while an answer is expected. */
function useSpokenLink(): void {
  const { t } = useTranslation();
  const link = useThread((state) => (isRunning(state) ? state.link : "live"));
  const before = useRef(link);
  useEffect(() => {
    if (link !== before.current)
      announce(link === "waiting" ? t("panel.saidOffline") : t("panel.saidOnline"));
    before.current = link;
  }, [link, t]);
}
