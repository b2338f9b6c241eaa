import { useNavigate } from "@tanstack/react-router";
import { ChevronDown, Eraser, History, PanelRight, Settings2, SquarePen } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { LazyMenu } from "@/ui/lazy-menu";
import { StateWord } from "@/ui/state-word";
import { deleteThreads, useDeleting } from "../deleting";
import { isRunning, useThread } from "../store";
import { startFresh } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./head.module.css";

const loadWho = () => import("./who-menu");
const loadHistory = () => import("./history");
const ClearConversation = later(() => import("./clear"));
const DeleteThreads = later(() => import("./delete-threads"));

/** The panel's head: who answers, with which model, and the way to other conversations. */
export function PanelHead({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const facts = useFacts();
  const navigate = useNavigate();
  const isDeleting = useDeleting((state) => state.isOpen);
  const isEmpty = useThread((state) => state.phase === "empty");
  return (
    <header className={styles.head}>
      {facts.agent ? <Who /> : <span className={styles.who} />}
      <Streaming />
      <LazyMenu trigger={<IconButton icon={History} name={t("panel.history")} />} load={loadHistory} />
      <IconButton icon={SquarePen} name={t("panel.newChat")} onClick={startNew} disabled={isEmpty} />
      <Clear />
      <IconButton
        icon={Settings2}
        name={t("panel.aiSettings")}
        onClick={() => void navigate({ to: "/connections", search: { part: "defaults" } })}
      />
      {onClose ? (
        <IconButton icon={PanelRight} name={t("panel.close")} keys="Mod+J" onClick={onClose} />
      ) : null}
      {isDeleting ? <DeleteThreads onClose={() => deleteThreads(false)} /> : null}
    </header>
  );
}

/** Says that an answer is coming, wherever in the thread one reads. */
function Streaming() {
  const { t } = useTranslation();
  return useThread(isRunning) ? <StateWord tone="running">{t("panel.working")}</StateWord> : null;
}

/** Clears the open conversation, once it has something in it and nothing is under way. */
function Clear() {
  const { t } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const id = useThread((state) => (state.turns.length > 0 ? state.conversationId : null));
  const isBusy = useThread(isRunning);
  if (!id) return null;
  return (
    <>
      <IconButton
        ref={button}
        icon={Eraser}
        name={t("panel.clear")}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      />
      {isAsking ? <ClearConversation id={id} anchor={button} onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function startNew(): void {
  startFresh();
  document.getElementById("composer")?.focus();
}

function Who() {
  const { t } = useTranslation();
  const facts = useFacts();
  const modelName =
    facts.model?.name ?? (facts.lock === "setup" ? t("panel.noModel") : t("panel.chooseModel"));
  const trigger = (
    <button type="button" className={`${buttonClass("quiet")} ${styles.who}`}>
      <b>{facts.agent?.name}</b>
      <span className={styles.model}>{modelName}</span>
      <Icon of={ChevronDown} tone="muted" />
    </button>
  );
  return <LazyMenu trigger={trigger} load={loadWho} />;
}
