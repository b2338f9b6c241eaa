import { Link } from "@tanstack/react-router";
import { CircleUserRound, Plug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { tokens } from "@/lib/format";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuChoice, MenuItem, MenuRule, OpenMenu } from "@/ui/menu";
import { useChoice } from "../use-choice";
import { useFacts } from "../use-panel";
import styles from "./head.module.css";

/** The agents and models to choose from. */
export default function WhoMenu(props: MenuContentProps) {
  const { t, i18n } = useTranslation();
  const facts = useFacts();
  const choose = useChoice();
  return (
    <OpenMenu {...props}>
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
      <MenuRule />
      <MenuItem icon={Plug} link={<Link to="/connections" />}>
        {t("panel.connections")}
      </MenuItem>
      <MenuItem icon={CircleUserRound} link={<Link to="/agents" />}>
        {t("panel.agentSettings")}
      </MenuItem>
    </OpenMenu>
  );
}
