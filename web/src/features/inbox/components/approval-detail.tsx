import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { approvalQuery, decideApproval } from "@/api/approvals";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { ApprovalDecision, ApprovalInfo, InboxItemInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import { spellCall } from "@/lib/run/call";
import { ApprovalActions, type ApprovalMode } from "@/ui/review/approval-actions";
import { StateWord } from "@/ui/state-word";
import { stateOf } from "../model";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

/** A call that waits for a person: why it was asked, its exact input, and the choices. */
export default function ApprovalDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const { data } = useQuery(approvalQuery(item.id));
  const [mode, setMode] = useState<ApprovalMode>("choosing");
  const decide = useDecision(item);
  useApprovalKeys(data?.status === "pending" && mode === "choosing", setMode, decide);
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} />
        {data ? (
          <>
            <p>{data.reason}</p>
            <div className={styles.section}>
              <h3>{t("inbox.exactCall")}</h3>
              {t("inbox.boundTo", { hash: data.inputSha256.slice(0, 8) })}
            </div>
            <pre className={styles.call}>{spellCall(data.toolName, data.editedInput ?? data.input)}</pre>
          </>
        ) : null}
      </div>
      {data ? (
        <div className={styles.foot}>
          {data.status === "pending" ? (
            <ApprovalActions approval={data} mode={mode} onMode={setMode} onDecide={decide} hasKeys />
          ) : (
            <Decided approval={data} />
          )}
        </div>
      ) : null}
    </>
  );
}

function Decided({ approval }: { approval: ApprovalInfo }) {
  const { t } = useTranslation();
  const state = stateOf(approval.status);
  if (!state) return null;
  return (
    <p>
      <StateWord tone={state[0]}>{t(state[1])}</StateWord> {approval.decisionReason}
    </p>
  );
}

function useDecision(item: InboxItemInfo): (decision: ApprovalDecision) => Promise<void> {
  const { t } = useTranslation();
  const client = useQueryClient();
  return async (decision) => {
    await decideApproval(item.id, decision);
    notify({
      tone: "done",
      text: decision.decision === "approved" ? t("inbox.saidAllowed") : t("inbox.saidRejected"),
    });
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: keys.runs });
  };
}

function useApprovalKeys(
  isOffered: boolean,
  onMode: (mode: ApprovalMode) => void,
  decide: (decision: ApprovalDecision) => Promise<void>,
): void {
  const { t } = useTranslation();
  const commands = useMemo<Command[]>(() => {
    if (!isOffered) return [];
    const allow = () =>
      void decide({ decision: "approved" }).catch((thrown: unknown) =>
        notify({ tone: "failed", text: asApiError(thrown).message }),
      );
    const one = (id: string, label: string, key: string, run: () => void): Command => ({
      id: `inbox.${id}`,
      label,
      group: "do",
      keys: [key],
      run,
    });
    return [
      one("allow", t("inbox.keyAllow"), "a", allow),
      one("edit", t("inbox.edit"), "e", () => onMode("editing")),
      one("reject", t("inbox.reject"), "r", () => onMode("rejecting")),
    ];
  }, [isOffered, t, onMode, decide]);
  useCommands(commands);
}
