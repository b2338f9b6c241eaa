import { LoaderCircle } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { withWords } from "@/i18n";
import { clock, elapsed, money } from "@/lib/format";
import { foldReads } from "@/lib/run/fold";
import type { RunView } from "@/lib/run/view";
import { Button } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { NewestTurn } from "@/ui/run/change-slot";
import { EndNotice } from "@/ui/run/end-notice";
import { Lines } from "@/ui/run/lines";
import type { Turn } from "../model";
import { useThread } from "../store";
import { dropUnsent, sendAgain } from "../thread";
import { useFacts } from "../use-panel";
import { fillComposer } from "./composer";
import styles from "./turn-view.module.css";

const AskCards = later(() => withWords(() => import("./ask")));
const Feedback = later(() => import("@/ui/run/feedback"));

interface TurnProps {
  turn: Turn;
  isLast: boolean;
}

/** One message of a person and what the agent made of it. */
export const TurnView = memo(function TurnView({ turn, isLast }: TurnProps) {
  const { t } = useTranslation();
  const { view } = turn;
  const items = view && !(view.hasGap && view.status !== "running") ? view.items : turn.kept;
  const isLive = view?.status === "running";
  const isWaiting = items.some((item) => item.kind === "tool" && item.state === "waiting");
  return (
    <article className={styles.turn}>
      <div className={styles.said}>
        <span className="hidden-text">{t("panel.you")}: </span>
        {turn.said}
      </div>
      {turn.unsent ? <Unsent turn={turn} /> : null}
      <NewestTurn value={isLast}>
        <Lines lines={foldReads(items)} isLive={isLive} runId={turn.runId} />
      </NewestTurn>
      {isLive && isLast ? <Working view={view} /> : null}
      {isWaiting ? <AskCards runId={turn.runId} /> : null}
      {view && !isLive ? <EndNotice view={view} /> : null}
      {view?.status === "completed" ? <Finished view={view} /> : null}
    </article>
  );
});

function Unsent({ turn }: { turn: Turn }) {
  const facts = useFacts();
  const { t } = useTranslation();
  const actions = (
    <>
      <Button look="quiet" small onClick={() => sendAgain(turn.runId, facts.outgoing(turn.said))}>
        {t("panel.sendAgain")}
      </Button>
      <Button
        look="quiet"
        small
        onClick={() => {
          dropUnsent(turn.runId);
          fillComposer(turn.said);
        }}
      >
        {t("panel.edit")}
      </Button>
    </>
  );
  const isKnown = turn.unsent && turn.unsent.code !== "not_found";
  return (
    <Notice tone="danger" title={t("panel.notSent")} actions={actions} alert>
      <p>{isKnown ? turn.unsent?.message : t("panel.notSentText")}</p>
      {isKnown ? <p>{turn.unsent?.suggestion}</p> : null}
    </Notice>
  );
}

/** The line under a running answer: what is being done and for how long, or that the connection is gone. */
function Working({ view }: { view: RunView }) {
  const { t, i18n } = useTranslation();
  const isOffline = useThread((state) => state.link === "waiting");
  const passed = useElapsed(view.startedAt);
  if (isOffline) {
    return (
      <Notice tone="caution" title={t("frame.reconnecting")}>
        <p>{t("panel.offlineNow")}</p>
      </Notice>
    );
  }
  const { progress } = view;
  const share = progress?.total ? ` ${progress.done ?? 0}/${progress.total}` : "";
  return (
    <p className={styles.working}>
      <Icon of={LoaderCircle} size="small" />
      <span className={styles.grow}>{progress ? `${progress.text}${share}` : t("panel.working")}</span>
      <span className={styles.time}>{passed < 1000 ? "" : elapsed(passed, i18n.language)}</span>
    </p>
  );
}

function useElapsed(since: string | null): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return since === null ? 0 : Math.max(0, now - Date.parse(since));
}

function Finished({ view }: { view: RunView }) {
  const { t, i18n } = useTranslation();
  const steps = new Set(view.items.map((item) => item.step)).size;
  const cost = view.usage?.costMicros;
  const parts = [
    view.startedAt ? `${t("panel.finished")} ${clock(view.startedAt, i18n.language)}` : t("panel.finished"),
    t("run.steps", { count: steps }),
    typeof cost !== "number" ? "" : cost === 0 ? t("run.noCharge") : money(cost, i18n.language),
  ];
  return (
    <div className={styles.finished}>
      <p>{parts.filter(Boolean).join(", ")}</p>
      <Feedback of="answer" kind="run" id={view.runId} />
    </div>
  );
}
