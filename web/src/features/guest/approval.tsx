import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { ApprovalInfo } from "@/api/schema";
import { spellCall } from "@/lib/run/call";
import { spellName } from "@/lib/run/fold";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { StateWord } from "@/ui/state-word";
import styles from "./screen.module.css";

interface GuestApprovalProps {
  approval: ApprovalInfo;
  token: string;
  name: string;
  onDone: () => Promise<void>;
}

/** One call that waits for a word: why, its exact input, yes or no. */
export function GuestApproval({ approval, token, name, onDone }: GuestApprovalProps) {
  const { t } = useTranslation();
  const { isBusy, act } = useAct();
  const decide = (decision: "approved" | "denied") =>
    act(async () => {
      const params = { path: { token } };
      await unwrap(api.POST("/api/links/{token}/tool-approval", { params, body: { name, decision } }));
      await onDone();
    });
  const isPending = approval.status === "pending";
  return (
    <>
      <h1 className={styles.title}>{t("guest.wants", { tool: spellName(approval.toolName) })}</h1>
      <p>{approval.reason}</p>
      <pre className={styles.call}>
        {spellCall(approval.toolName, approval.editedInput ?? approval.input)}
      </pre>
      <div className={styles.foot}>
        {isPending ? (
          <>
            {name === "" ? <p>{t("guest.nameFirst")}</p> : null}
            <div className={styles.actions}>
              <Button look="primary" busy={isBusy} disabled={name === ""} onClick={() => decide("approved")}>
                {t("guest.allow")}
              </Button>
              <Button busy={isBusy} disabled={name === ""} onClick={() => decide("denied")}>
                {t("guest.deny")}
              </Button>
            </div>
          </>
        ) : (
          <StateWord tone={approval.status === "approved" ? "done" : "stopped"}>
            {t(approval.status === "approved" ? "guest.wasAllowed" : "guest.wasDenied")}
          </StateWord>
        )}
      </div>
    </>
  );
}
