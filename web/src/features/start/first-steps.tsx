import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check, X } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { modelsQuery } from "@/api/agents";
import { inboxQuery } from "@/api/inbox";
import { isOpen, proposalQuery } from "@/api/proposals";
import { classes } from "@/lib/classes";
import { endStart, foundProposal, isFirstProof, type StartStep, stepAt, useStart } from "@/lib/start";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { usePublishedPage } from "@/ui/review/use-published";
import styles from "./first-steps.module.css";

/** What a new owner does first: proof what waits, see it published, choose a model. Real work, and no tour. */
export default function FirstSteps() {
  const proposalId = useStart((start) => start.proposalId);
  return proposalId ? <Steps proposalId={proposalId} /> : <Search />;
}

/** Wait until the demo's proposal is there; a studio without a demo shows no steps. */
function Search() {
  const inbox = useQuery({ ...inboxQuery, refetchInterval: 2000 });
  const found = inbox.data?.find(isFirstProof)?.id;
  useEffect(() => {
    if (found) foundProposal(found);
  }, [found]);
  return null;
}

function Steps({ proposalId }: { proposalId: string }) {
  const { t } = useTranslation();
  const hasRead = useStart((start) => start.hasRead);
  const { data: detail, isError } = useQuery(proposalQuery(proposalId));
  const models = useQuery(modelsQuery);
  const isDecided = detail !== undefined && !isOpen(detail.proposal);
  const page = usePublishedPage(isDecided ? detail : undefined);
  const hasModel = (models.data?.length ?? 0) > 1;
  const now = stepAt({ isDecided, hasRead, hasModel });
  useEffect(() => {
    if (now === null) endStart();
  }, [now]);
  if (now === null || isError) return null;
  // Its place is kept while it is asked for: nothing below moves when it comes.
  if (!detail) return <div className={styles.strip} />;
  return (
    <nav className={styles.strip} aria-label={t("start.label")}>
      <ol className={styles.steps}>
        <Step
          name="approve"
          number={1}
          now={now}
          note={t("start.approveNote", { count: detail.hunks.length })}
        >
          <Link to="/review/$proposalId" params={{ proposalId }} className={styles.title}>
            {t("start.approve")}
          </Link>
        </Step>
        <Step name="see" number={2} now={now} note={t("start.seeNote")}>
          {page ? (
            <Link
              to="/read/$project/$model/$entry"
              params={{ ...page.place }}
              search={page.locale ? { locale: page.locale } : {}}
              className={styles.title}
            >
              {t("start.see")}
            </Link>
          ) : (
            <span className={styles.title}>{t("start.see")}</span>
          )}
        </Step>
        <Step
          name="model"
          number={3}
          now={now}
          note={now === "model" ? <ModelChoice /> : t("start.modelNote")}
        >
          <span className={styles.title}>{t("start.model")}</span>
        </Step>
      </ol>
      <IconButton small icon={X} name={t("start.hide")} onClick={endStart} />
    </nav>
  );
}

const ORDER: readonly StartStep[] = ["approve", "see", "model"];

interface StepProps {
  name: StartStep;
  number: number;
  now: StartStep;
  note: ReactNode;
  children: ReactNode;
}

function Step({ name, number, now, note, children }: StepProps) {
  const { t } = useTranslation();
  const isDone = ORDER.indexOf(name) < ORDER.indexOf(now);
  return (
    <li
      className={classes(styles.step, name === now && styles.now)}
      aria-current={name === now ? "step" : undefined}
    >
      <span className={styles.number}>
        {isDone ? (
          <>
            <Icon of={Check} size="small" />
            <span className="hidden-text">{t("start.done")}</span>
          </>
        ) : (
          number
        )}
      </span>
      {children}
      <span className={styles.note}>{note}</span>
    </li>
  );
}

function ModelChoice() {
  const { t } = useTranslation();
  return (
    <span className={styles.choice}>
      <Link to="/connections" className={buttonClass("usual", true)}>
        {t("start.connect")}
      </Link>
      <Button small look="quiet" onClick={endStart}>
        {t("start.keep")}
      </Button>
    </span>
  );
}
