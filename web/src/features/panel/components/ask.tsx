import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { pendingQuery } from "@/api/approvals";
import type { ApprovalInfo } from "@/api/schema";
import { alikeOf, inOrder } from "@/lib/approval";
import { moment } from "@/lib/format";
import { calledName, spellCall } from "@/lib/run/call";
import { spellName } from "@/lib/run/fold";
import { ApprovalActions, type ApprovalMode, Failures } from "@/ui/review/approval-actions";
import { CallPreview } from "@/ui/review/call-preview";
import { useCost } from "@/ui/review/cost";
import { useDeciding, useHolding } from "@/ui/review/use-word";
import styles from "./ask.module.css";

/** The calls of a parked run, and of all it handed on, that wait for a person: each with its exact input. */
export default function AskCards({ runId }: { runId: string }) {
  const { data = [] } = useQuery(pendingQuery);
  const deciding = useDeciding();
  const waiting = inOrder(data.filter((approval) => approval.run?.id === runId));
  return (
    <>
      <Failures failures={deciding.failures} />
      {waiting.map((approval) => (
        <AskCard key={approval.id} approval={approval} pending={waiting} deciding={deciding} />
      ))}
    </>
  );
}

interface CardProps {
  approval: ApprovalInfo;
  pending: ApprovalInfo[];
  deciding: ReturnType<typeof useDeciding>;
}

function AskCard({ approval, pending, deciding }: CardProps) {
  const { t, i18n } = useTranslation();
  const [mode, setMode] = useState<ApprovalMode>("choosing");
  const holding = useHolding();
  const name = useAgentName();
  const cost = useCost(approval);
  const alike = alikeOf(approval, pending);
  return (
    <section className={styles.card} aria-label={t("panel.approval")}>
      <p className={styles.title}>
        {t("panel.wants", {
          agent: name(approval.agent),
          tool: calledName(spellName(approval.toolName), approval.input),
        })}
      </p>
      <p>
        <span className="hidden-text">{t("approval.why")}: </span>
        {approval.reason}
      </p>
      <CallPreview id={approval.id} />
      <pre className={styles.call}>{spellCall(approval.toolName, approval.input)}</pre>
      <p className={styles.note}>
        <span>
          {t("approval.agentVersion", { agent: name(approval.agent), version: approval.agentVersion })}
        </span>
        <span>{cost}</span>
        <span>{t("panel.expires", { time: moment(approval.expiresAt, Date.now(), i18n.language) })}</span>
      </p>
      <ApprovalActions
        approval={approval}
        holding={holding}
        // Said once, at the first of them.
        alike={alike[0]?.id === approval.id ? alike : [approval]}
        mode={mode}
        onMode={setMode}
        onDecide={(decision) => deciding.decide(approval, decision)}
        onDecideAll={(decision, reason) => deciding.decideAll(alike, decision, reason)}
      />
    </section>
  );
}
