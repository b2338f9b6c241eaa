import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { approvalQuery, pendingQuery } from "@/api/approvals";
import { asApiError } from "@/api/errors";
import type { ApprovalInfo, InboxItemInfo } from "@/api/schema";
import { alikeOf, allowing } from "@/lib/approval";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import { spellCall } from "@/lib/run/call";
import { ApprovalActions, type ApprovalMode, Failures } from "@/ui/review/approval-actions";
import { CallPreview } from "@/ui/review/call-preview";
import { useCost } from "@/ui/review/cost";
import { useDeciding, useHolding } from "@/ui/review/use-word";
import { StateWord } from "@/ui/state-word";
import { stateOf } from "../model";
import styles from "./detail.module.css";
import { DetailHead } from "./detail-head";

/** A call that waits for a person: why it was asked, what it would change, its exact input, and the choices. */
export default function ApprovalDetail({ item }: { item: InboxItemInfo }) {
  const { t } = useTranslation();
  const name = useAgentName();
  const { data } = useQuery(approvalQuery(item.id));
  const by = data
    ? t("approval.agentVersion", { agent: name(data.agent), version: data.agentVersion })
    : undefined;
  return (
    <>
      <div className={styles.scroll}>
        <DetailHead item={item} by={by} />
        {data ? <Call approval={data} /> : null}
      </div>
      {data ? <Word approval={data} state={item.state} /> : null}
    </>
  );
}

function Call({ approval }: { approval: ApprovalInfo }) {
  const { t } = useTranslation();
  const cost = useCost(approval);
  return (
    <>
      <div className={styles.section}>
        <h3>{t("approval.why")}</h3>
      </div>
      <p>{approval.reason}</p>
      {approval.status === "pending" ? (
        <div className={styles.preview}>
          <CallPreview id={approval.id} />
        </div>
      ) : null}
      <div className={styles.section}>
        <h3>{t("inbox.exactCall")}</h3>
        <span>{t("inbox.boundTo", { hash: approval.inputSha256.slice(0, 8) })}</span>
        <span className={styles.end}>{cost}</span>
      </div>
      <pre className={styles.call}>
        {spellCall(approval.toolName, approval.editedInput ?? approval.input)}
      </pre>
      <Others approval={approval} />
    </>
  );
}

/** The other calls of the tool that wait in the same run: whoever allows all of them has seen each. */
function Others({ approval }: { approval: ApprovalInfo }) {
  const { t } = useTranslation();
  const others = useAlike(approval).filter(({ id }) => id !== approval.id);
  if (others.length === 0) return null;
  return (
    <>
      <div className={styles.section}>
        <h3>{t("approval.others", { count: others.length })}</h3>
      </div>
      {others.map((other) => (
        <pre key={other.id} className={styles.call}>
          {spellCall(other.toolName, other.input)}
        </pre>
      ))}
    </>
  );
}

function useAlike(approval: ApprovalInfo): ApprovalInfo[] {
  const { data } = useQuery({ ...pendingQuery, enabled: approval.status === "pending" });
  return approval.status === "pending" ? alikeOf(approval, data ?? []) : [];
}

function Word({ approval, state }: { approval: ApprovalInfo; state: string }) {
  const [mode, setMode] = useState<ApprovalMode>("choosing");
  const holding = useHolding();
  const alike = useAlike(approval);
  const { decide, decideAll, failures } = useDeciding();
  const isWaiting = approval.status === "pending";
  const word = allowing(approval, holding.scope, holding.until);
  const isOffered = isWaiting && approval.mayDecide && mode === "choosing";
  useApprovalKeys(isOffered, setMode, {
    one: word ? () => decide(approval, word) : null,
    all: alike.length > 1 ? () => decideAll(alike, "approved") : null,
  });
  return (
    <div className={styles.foot}>
      <Failures failures={failures} />
      {isWaiting ? (
        <ApprovalActions
          approval={approval}
          holding={holding}
          alike={alike}
          mode={mode}
          onMode={setMode}
          onDecide={(decision) => decide(approval, decision)}
          onDecideAll={(decision, reason) => decideAll(alike, decision, reason)}
          hasKeys
        />
      ) : (
        <Decided state={state} reason={approval.decisionReason} />
      )}
    </div>
  );
}

function Decided({ state, reason }: { state: string; reason: string }) {
  const { t } = useTranslation();
  const known = stateOf(state);
  if (!known) return null;
  return (
    <p>
      <StateWord tone={known[0]}>{t(known[1])}</StateWord> {reason}
    </p>
  );
}

interface Ways {
  one: (() => Promise<void>) | null;
  all: (() => Promise<void>) | null;
}

function useApprovalKeys(isOffered: boolean, onMode: (mode: ApprovalMode) => void, ways: Ways): void {
  const { t } = useTranslation();
  const { one, all } = ways;
  const commands = useMemo<Command[]>(() => {
    if (!isOffered) return [];
    const send = (work: () => Promise<void>) => () =>
      work().catch((thrown: unknown) => notify({ tone: "failed", text: asApiError(thrown).message }));
    const make = (id: string, label: string, key: string, run: () => unknown): Command => ({
      id: `inbox.${id}`,
      label,
      group: "do",
      keys: [key],
      run,
    });
    return [
      ...(one ? [make("allow", t("inbox.keyAllow"), "a", send(one))] : []),
      ...(all ? [make("allowAll", t("approval.keyAllowAll"), "Shift+A", send(all))] : []),
      make("edit", t("inbox.edit"), "e", () => onMode("editing")),
      make("reject", t("inbox.reject"), "r", () => onMode("rejecting")),
    ];
  }, [isOffered, t, onMode, one, all]);
  useCommands(commands);
}
