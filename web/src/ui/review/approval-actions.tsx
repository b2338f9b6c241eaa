import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import type { ApprovalDecision, ApprovalInfo } from "@/api/schema";
import { allowing } from "@/lib/approval";
import { spellName } from "@/lib/run/fold";
import { Button } from "../button";
import { Notice } from "../notice";
import shared from "./approval.module.css";
import styles from "./approval-actions.module.css";
import { EditForm, RejectForm } from "./approval-forms";
import { ApprovalHolding } from "./approval-holding";
import type { Failure, Holding } from "./use-word";

export type ApprovalMode = "choosing" | "editing" | "rejecting" | "rejectingAll";

interface ActionsProps {
  approval: ApprovalInfo;
  holding: Holding;
  /** The calls that one word could decide, this one among them; alone, there is no shared word. */
  alike: readonly ApprovalInfo[];
  onDecide: (decision: ApprovalDecision) => Promise<void>;
  onDecideAll: (decision: ApprovalDecision["decision"], reason?: string) => Promise<void>;
  mode: ApprovalMode;
  onMode: (mode: ApprovalMode) => void;
  /** True where keys work too, so that they are shown. */
  hasKeys?: boolean;
}

/** A person's word on a call: allow it, allow it with other values, or reject it with a reason. */
export function ApprovalActions(props: ActionsProps) {
  const { approval, onDecide, onDecideAll, mode, onMode } = props;
  const { t } = useTranslation();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const act = async (work: () => Promise<void>) => {
    setBusy(true);
    setFailure(null);
    try {
      await work();
    } catch (thrown) {
      setFailure(asApiError(thrown).message);
    }
    setBusy(false);
  };
  const choose = () => onMode("choosing");
  if (!approval.mayDecide) {
    return (
      <p className={shared.quiet}>
        {t(approval.needsSecondPerson ? "approval.secondPerson" : "approval.notYours")}
      </p>
    );
  }
  return (
    <div className={styles.actions}>
      {failure ? <Notice tone="danger" title={failure} alert /> : null}
      {mode === "choosing" ? <Choices {...props} isBusy={isBusy} act={act} /> : null}
      {mode === "rejecting" ? (
        <RejectForm
          label={t("inbox.rejectReason")}
          action={t("inbox.rejectCall")}
          isBusy={isBusy}
          onSend={(reason) =>
            void act(() => onDecide({ decision: "denied", reason, inputSha256: approval.inputSha256 }))
          }
          onBack={choose}
        />
      ) : null}
      {mode === "rejectingAll" ? (
        <RejectForm
          label={t("approval.rejectAllReason")}
          action={t("approval.rejectThem", { count: props.alike.length })}
          isBusy={isBusy}
          onSend={(reason) => void act(() => onDecideAll("denied", reason))}
          onBack={choose}
        />
      ) : null}
      {mode === "editing" ? (
        <EditForm
          keepAs={approval.id}
          input={approval.input}
          isBusy={isBusy}
          onSend={(input) =>
            void act(() => onDecide({ decision: "approved", input, inputSha256: approval.inputSha256 }))
          }
          onBack={choose}
        />
      ) : null}
    </div>
  );
}

interface ChoicesProps extends ActionsProps {
  isBusy: boolean;
  act: (work: () => Promise<void>) => Promise<void>;
}

function Choices({ approval, holding, onDecide, onMode, hasKeys, isBusy, act, ...rest }: ChoicesProps) {
  const { t } = useTranslation();
  const keys = (key: string) => (hasKeys ? { keys: key } : {});
  const word = allowing(approval, holding.scope, holding.until);
  return (
    <>
      <ApprovalHolding approval={approval} holding={holding} />
      <div className={styles.row}>
        <Button
          look="primary"
          busy={isBusy}
          disabled={!word}
          onClick={() => word && void act(() => onDecide(word))}
          {...keys("a")}
        >
          {t("inbox.allow", { tool: spellName(approval.toolName) })}
        </Button>
        <Button onClick={() => onMode("editing")} disabled={isBusy} {...keys("e")}>
          {t("inbox.edit")}
        </Button>
        <Button onClick={() => onMode("rejecting")} disabled={isBusy} {...keys("r")}>
          {t("inbox.reject")}
        </Button>
      </div>
      {rest.alike.length > 1 ? (
        <Together
          approval={approval}
          count={rest.alike.length}
          isBusy={isBusy}
          onAllow={() => void act(() => rest.onDecideAll("approved"))}
          onReject={() => onMode("rejectingAll")}
          {...keys("Shift+A")}
        />
      ) : null}
    </>
  );
}

interface TogetherProps {
  approval: ApprovalInfo;
  count: number;
  isBusy: boolean;
  onAllow: () => void;
  onReject: () => void;
  keys?: string;
}

/** One word on all calls of the tool that wait in the run. */
function Together({ approval, count, isBusy, onAllow, onReject, ...keys }: TogetherProps) {
  const { t } = useTranslation();
  return (
    <div className={styles.together}>
      <span className={shared.quiet}>
        {t("approval.alike", { count, tool: spellName(approval.toolName) })}
      </span>
      <div className={styles.row}>
        <Button disabled={isBusy} onClick={onAllow} {...keys}>
          {t("approval.allowAll", { count })}
        </Button>
        <Button disabled={isBusy} onClick={onReject}>
          {t("approval.rejectAll", { count })}
        </Button>
      </div>
    </div>
  );
}

/** The calls that a shared word did not reach, each with the reason. */
export function Failures({ failures }: { failures: readonly Failure[] }) {
  const { t } = useTranslation();
  if (failures.length === 0) return null;
  return (
    <Notice tone="danger" title={t("approval.someFailed", { count: failures.length })} alert>
      <ul className={shared.failures}>
        {failures.map(({ id, call, message }) => (
          <li key={id}>
            <code className={shared.call}>{call}</code> {message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
