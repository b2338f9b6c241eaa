import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { ApprovalInfo } from "@/api/schema";
import { dayAhead, type Scope } from "@/lib/approval";
import { day } from "@/lib/format";
import { spellName } from "@/lib/run/fold";
import { Field } from "../field";
import { Segment } from "../segment";
import styles from "./approval.module.css";
import type { Holding } from "./use-word";

const NAMES = {
  once: "approval.scopeOnce",
  conversation: "approval.scopeConversation",
  agent: "approval.scopeAgent",
} as const;

/** For how long the word holds: this call, this conversation, or this agent until a day; and what that matches. */
export function ApprovalHolding({ approval, holding }: { approval: ApprovalInfo; holding: Holding }) {
  const { t } = useTranslation();
  if (approval.rememberScopes.length === 0) return null;
  const scopes: Scope[] = ["once", ...approval.rememberScopes];
  return (
    <div className={styles.holding}>
      <Segment
        label={t("approval.scope")}
        value={holding.scope}
        options={scopes.map((value) => ({ value, label: t(NAMES[value]) }))}
        onChange={holding.onScope}
      />
      {holding.scope === "agent" ? (
        <Field
          label={t("approval.until")}
          type="date"
          value={holding.day}
          min={dayAhead(new Date(), 0)}
          onChange={(event) => holding.onDay(event.target.value)}
          error={holding.until ? null : t("approval.matchesPast")}
        />
      ) : null}
      <Matches approval={approval} holding={holding} />
    </div>
  );
}

function Matches({ approval, holding }: { approval: ApprovalInfo; holding: Holding }) {
  const { t, i18n } = useTranslation();
  const name = useAgentName();
  const words = { tool: spellName(approval.toolName), agent: name(approval.agent) };
  if (holding.scope === "conversation") {
    return <p className={styles.quiet}>{t("approval.matchesConversation", words)}</p>;
  }
  if (holding.scope !== "agent" || !holding.until) return null;
  const date = day(holding.until.toISOString(), i18n.language);
  return <p className={styles.quiet}>{t("approval.matchesAgent", { ...words, date })}</p>;
}
