import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { removeRule, rulesQuery } from "@/api/approvals";
import { keys } from "@/api/keys";
import type { RuleInfo } from "@/api/schema";
import { day } from "@/lib/format";
import { notify } from "@/lib/notices";
import { spellName } from "@/lib/run/fold";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { cell, tableClass } from "@/ui/table";
import styles from "./admin.module.css";

const EFFECTS = {
  allow: "approval.effectAllow",
  ask: "approval.effectAsk",
  deny: "approval.effectDeny",
} as const;

/** What is remembered of approvals, and what the workspace has ruled; each can be taken back. */
export function ApprovalRules() {
  const { t } = useTranslation();
  const { data: rules } = useQuery(rulesQuery);
  return (
    <div className={styles.part}>
      <p className={styles.note}>{t("approval.rulesText")}</p>
      {rules?.length === 0 ? <p>{t("approval.noRules")}</p> : null}
      {rules && rules.length > 0 ? (
        <div className={styles.scroll}>
          <table className={tableClass}>
            <caption className="hidden-text">{t("settings.approvals")}</caption>
            <thead>
              <tr>
                <th scope="col">{t("approval.ruleTool")}</th>
                <th scope="col">{t("approval.ruleEffect")}</th>
                <th scope="col">{t("approval.ruleFor")}</th>
                <th scope="col" className={cell.wide}>
                  {t("approval.ruleBy")}
                </th>
                <th scope="col">{t("approval.ruleUntil")}</th>
                <th scope="col">
                  <span className="hidden-text">{t("approval.takeBack")}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {rules.map((rule) => (
                <Row key={rule.id} rule={rule} />
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </div>
  );
}

function Row({ rule }: { rule: RuleInfo }) {
  const { t, i18n } = useTranslation();
  const whom = useWhom(rule);
  return (
    <tr>
      <th scope="row" className={styles.words}>
        {spellName(rule.toolName)}
      </th>
      <td className={styles.words}>{t(EFFECTS[rule.effect])}</td>
      <td className={styles.words}>{whom}</td>
      <td className={`${cell.wide} ${cell.muted}`}>{rule.createdByName}</td>
      <td className={`${styles.words} ${cell.muted}`}>
        {rule.expiresAt ? day(rule.expiresAt, i18n.language) : t("approval.endless")}
      </td>
      <td className={cell.actions}>{rule.canRemove ? <TakeBack rule={rule} /> : null}</td>
    </tr>
  );
}

function useWhom(rule: RuleInfo): string {
  const { t } = useTranslation();
  const name = useAgentName();
  const agent = rule.agent ? name(rule.agent) : t("approval.forAll");
  return rule.conversationId ? t("approval.forConversation", { agent }) : agent;
}

function TakeBack({ rule }: { rule: RuleInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const takeBack = () =>
    act(async () => {
      await removeRule(rule.id);
      const tool = spellName(rule.toolName);
      const text =
        rule.effect === "allow" ? t("approval.takenBack", { tool }) : t("approval.ruleGone", { tool });
      notify({ tone: "done", text });
      await client.invalidateQueries({ queryKey: keys.approvalRules });
    });
  return (
    <Button small busy={isBusy} onClick={() => takeBack()}>
      {t("approval.takeBack")}
    </Button>
  );
}
