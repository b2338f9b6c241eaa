import { ChevronDown, History, PanelRight, SquarePen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { LazyMenu } from "@/ui/lazy-menu";
import { useThread } from "../store";
import { startFresh } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./head.module.css";

const loadWho = () => import("./who-menu");
const loadHistory = () => import("./history");

/** The panel's head: who answers, with which model, and the way to other conversations. */
export function PanelHead({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const facts = useFacts();
  const isEmpty = useThread((state) => state.phase === "empty");
  return (
    <header className={styles.head}>
      {facts.agent ? <Who /> : <span className={styles.who} />}
      <LazyMenu trigger={<IconButton icon={History} name={t("panel.history")} />} load={loadHistory} />
      <IconButton icon={SquarePen} name={t("panel.newChat")} onClick={startNew} disabled={isEmpty} />
      {onClose ? (
        <IconButton icon={PanelRight} name={t("panel.close")} keys="Mod+J" onClick={onClose} />
      ) : null}
    </header>
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
