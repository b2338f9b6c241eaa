import { useQueryClient } from "@tanstack/react-query";
import { ChevronDown, PanelRight, SquarePen } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { tokens } from "@/lib/format";
import { buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuChoice, MenuRule } from "@/ui/menu";
import { rememberModel, usePanelMemory } from "../memory";
import { useThread } from "../store";
import { startFresh } from "../thread";
import { useFacts } from "../use-panel";
import styles from "./head.module.css";
import { HistoryMenu } from "./history";

/** The panel's head: who answers, with which model, and the way to other conversations. */
export function PanelHead({ onClose }: { onClose?: () => void }) {
  const { t } = useTranslation();
  const facts = useFacts();
  const isEmpty = useThread((state) => state.phase === "empty");
  return (
    <header className={styles.head}>
      {facts.agent ? <WhoMenu /> : <span className={styles.who} />}
      <HistoryMenu />
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

function WhoMenu() {
  const facts = useFacts();
  const { t, i18n } = useTranslation();
  const choose = useChoice();
  const modelName =
    facts.model?.name ?? (facts.lock === "setup" ? t("panel.noModel") : t("panel.chooseModel"));
  const trigger = (
    <button type="button" className={`${buttonClass("quiet")} ${styles.who}`}>
      <b>{facts.agent?.name}</b>
      <span className={styles.model}>{modelName}</span>
      <Icon of={ChevronDown} tone="muted" />
    </button>
  );
  return (
    <Menu trigger={trigger}>
      <MenuChoice
        label={t("panel.agents")}
        value={facts.agent?.slug ?? null}
        onChange={choose.agent}
        options={facts.agents.map((agent) => ({ value: agent.slug, label: agent.name }))}
      />
      <MenuRule />
      <MenuChoice
        label={t("panel.models")}
        value={facts.model?.label ?? null}
        onChange={choose.model}
        options={facts.models.map((model) => ({
          value: model.label,
          label: model.name,
          detail: model.contextWindow ? (
            <span className={styles.model}>{tokens(model.contextWindow, i18n.language)}</span>
          ) : null,
        }))}
      />
    </Menu>
  );
}

/** Choosing an agent begins a new conversation with it; choosing a model changes the open one. */
export function useChoice(): { agent: (slug: string) => void; model: (label: string) => void } {
  const client = useQueryClient();
  const facts = useFacts();
  return {
    agent: (slug) => {
      if (slug === facts.agent?.slug) return;
      usePanelMemory.setState({ agent: slug });
      startFresh();
    },
    model: (label) => {
      if (facts.agent) rememberModel(facts.agent.slug, label);
      const { conversation } = useThread.getState();
      if (!conversation) return;
      useThread.setState({ conversation: { ...conversation, model: label } });
      const params = { path: { conversation_id: conversation.id } };
      void unwrap(api.PUT("/api/conversations/{conversation_id}", { params, body: { model: label } }))
        .then((changed) => useThread.setState({ conversation: changed }))
        .catch(() => useThread.setState({ conversation }))
        .finally(() => client.invalidateQueries({ queryKey: keys.conversations }));
    },
  };
}
