/** A person's word on calls that wait: for how long it holds, and what became of it. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { decideApproval, decideApprovals } from "@/api/approvals";
import { keys } from "@/api/keys";
import type { ApprovalDecision, ApprovalInfo } from "@/api/schema";
import { dayAhead, endOfDay, type Scope } from "@/lib/approval";
import { notify } from "@/lib/notices";
import { spellCall } from "@/lib/run/call";

export interface Holding {
  scope: Scope;
  onScope: (scope: Scope) => void;
  /** The last day, as a date field holds it. */
  day: string;
  onDay: (day: string) => void;
  /** The end of that day; null where it makes none. */
  until: Date | null;
}

/** For how long the word on a call holds; once, unless the person chooses otherwise. */
export function useHolding(): Holding {
  const [scope, onScope] = useState<Scope>("once");
  const [day, onDay] = useState(() => dayAhead(new Date()));
  return { scope, onScope, day, onDay, until: endOfDay(day, new Date()) };
}

export interface Failure {
  id: string;
  call: string;
  message: string;
}

interface Deciding {
  decide: (approval: ApprovalInfo, decision: ApprovalDecision) => Promise<void>;
  decideAll: (
    calls: readonly ApprovalInfo[],
    decision: ApprovalDecision["decision"],
    reason?: string,
  ) => Promise<void>;
  /** The calls of the last shared word that could not be decided, and why. */
  failures: Failure[];
}

/** Send words on calls, refresh what shows them, and say what became of each. */
export function useDeciding(): Deciding {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [failures, setFailures] = useState<Failure[]>([]);
  const refresh = async () => {
    await client.invalidateQueries({ queryKey: keys.inbox });
    await client.invalidateQueries({ queryKey: keys.runs });
    await client.invalidateQueries({ queryKey: keys.approvalRules });
  };
  return {
    failures,
    decide: async (approval, decision) => {
      await decideApproval(approval.id, decision);
      const isAllowed = decision.decision === "approved";
      notify({ tone: "done", text: isAllowed ? t("inbox.saidAllowed") : t("inbox.saidRejected") });
      await refresh();
    },
    decideAll: async (calls, decision, reason = "") => {
      setFailures([]);
      const outcomes = await decideApprovals(calls, decision, reason);
      const failed = outcomes.flatMap(({ id, error }) => {
        const call = calls.find((one) => one.id === id);
        return error && call
          ? [{ id, call: spellCall(call.toolName, call.input), message: String(error.message) }]
          : [];
      });
      const count = outcomes.length - failed.length;
      const key = decision === "approved" ? "approval.saidAllowedAll" : "approval.saidRejectedAll";
      if (count > 0) notify({ tone: "done", text: t(key, { count }) });
      setFailures(failed);
      await refresh();
    },
  };
}
