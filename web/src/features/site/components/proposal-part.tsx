import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import type { Decision, SiteChange } from "../proposal";
import styles from "./properties.module.css";

export interface ProposalPartProps {
  change: SiteChange;
  count: number;
  agent: string;
  why: string;
  canDecide: boolean;
  onDecide: (change: SiteChange, decision: Decision) => void;
  onAsk: (change: SiteChange) => void;
}

/** What is proposed about the selected node, and a person's word on it. */
export function ProposalPart({ change, count, agent, why, canDecide, onDecide, onAsk }: ProposalPartProps) {
  const { t } = useTranslation();
  const { decision } = change;
  const press = (wanted: "accepted" | "rejected") => onDecide(change, decision === wanted ? null : wanted);
  return (
    <section className={styles.part} aria-label={t("site.proposal")}>
      <h3 className={styles.partHead}>
        {t("site.proposalOf", { number: change.number, count })}
        <span className={styles.muted}>{t("site.by", { name: agent })}</span>
      </h3>
      <p className={styles.why}>
        <b>{t(`site.opVerbs.${change.op}`)}</b> {change.title}. {why}
      </p>
      {decision ? <p className={styles.decided}>{t(`site.${decision}`)}</p> : null}
      <div className={styles.decide}>
        {canDecide ? (
          <>
            <Button small keys="y" aria-pressed={decision === "accepted"} onClick={() => press("accepted")}>
              {t("site.accept")}
            </Button>
            <Button small keys="n" aria-pressed={decision === "rejected"} onClick={() => press("rejected")}>
              {t("site.reject")}
            </Button>
          </>
        ) : null}
        <Button small look="quiet" onClick={() => onAsk(change)}>
          {t("site.askToChange", { name: agent })}
        </Button>
      </div>
    </section>
  );
}
