import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { approvalQuery, decideApproval } from "@/api/approvals";
import { keys } from "@/api/keys";
import { moment } from "@/lib/format";
import { spellCall } from "@/lib/run/call";
import { spellName } from "@/lib/run/fold";
import type { ToolItem } from "@/lib/run/view";
import { ApprovalActions, type ApprovalMode } from "@/ui/review/approval-actions";
import styles from "./ask.module.css";

/** The calls of a parked run that wait for a person, each with its exact input and the choices. */
export default function AskCards({ tools }: { tools: ToolItem[] }) {
  return tools.map((tool) => (tool.approval ? <AskCard key={tool.key} id={tool.approval.id} /> : null));
}

function AskCard({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const [mode, setMode] = useState<ApprovalMode>("choosing");
  const name = useAgentName();
  const { data } = useQuery(approvalQuery(id));
  if (data?.status !== "pending") return null;
  return (
    <section className={styles.card} aria-label={t("panel.approval")}>
      <p className={styles.title}>
        {t("panel.wants", { agent: name(data.agent), tool: spellName(data.toolName) })}
      </p>
      <p>{data.reason}</p>
      <pre className={styles.call}>{spellCall(data.toolName, data.input)}</pre>
      <p className={styles.note}>
        {t("panel.expires", { time: moment(data.expiresAt, Date.now(), i18n.language) })}
      </p>
      <ApprovalActions
        approval={data}
        mode={mode}
        onMode={setMode}
        onDecide={async (decision) => {
          await decideApproval(id, decision);
          await client.invalidateQueries({ queryKey: keys.inbox });
        }}
      />
    </section>
  );
}
