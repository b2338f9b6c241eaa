import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { BriefDetail, BriefFieldInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { Meter } from "@/ui/meter";
import { StateWord } from "@/ui/state-word";
import own from "../brief.module.css";
import { progressOf, toneOf } from "../model";
import { briefQuery, graphQuery } from "../queries";
import styles from "../screen.module.css";
import { StopBrief } from "./stop-brief";

/** A brief, also while it is being written: its fields by layer, each claim with its sources. */
export default function BriefPage({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data: brief } = useQuery(briefQuery(id));
  if (!brief) return null;
  return <Written brief={brief} kind={t(`records.kinds.${brief.kind as "executive_summary"}`)} />;
}

function Written({ brief, kind }: { brief: BriefDetail; kind: string }) {
  const { t } = useTranslation();
  const around = useQuery(graphQuery(brief.entityId)).data;
  const names = new Map((around?.entities ?? []).map((one) => [one.id, one]));
  const { done, total } = progressOf(brief.fields);
  const isRunning = brief.status === "running";
  return (
    <article className={styles.page} aria-busy={isRunning}>
      <p className={styles.muted}>
        {kind} ·{" "}
        <Link to="/records" search={{ record: brief.entityId }}>
          {names.get(brief.entityId)?.title}
        </Link>{" "}
        ·{" "}
        <StateWord tone={toneOf(brief.status)}>{t(`records.states.${brief.status as "running"}`)}</StateWord>
      </p>
      <h2 className={classes(styles.title, own.headline)}>
        {brief.headline || t(isRunning ? "records.beingWritten" : "records.noHeadline")}
      </h2>
      {isRunning ? (
        <>
          <Meter
            label={t("records.progress")}
            text={t("records.progressOf", { done, total })}
            used={done}
            of={total}
            isProgress
          />
          <p className={own.going}>
            <span>
              {t("records.progressOf", { done, total })} · {t("records.stopKeeps")}
            </span>
            <StopBrief brief={brief} />
          </p>
        </>
      ) : brief.status !== "completed" ? (
        <p className={styles.muted}>{t("records.notFinished", { done, total })}</p>
      ) : (
        <p className={styles.muted}>{t("records.cited", { count: brief.citations.length })}</p>
      )}
      {brief.fields
        .filter(({ key }) => key !== "headline")
        .map((field) => (
          <Field key={field.key} field={field} names={names} isKnown={around !== undefined} />
        ))}
    </article>
  );
}

type Names = Map<string, { title: string; typeSlug: string }>;

interface FieldProps {
  field: BriefFieldInfo;
  names: Names;
  /** True when the names of the records are there. */
  isKnown: boolean;
}

function Field({ field, names, isKnown }: FieldProps) {
  const { t } = useTranslation();
  const state = field.finishedAt ? "done" : field.startedAt ? "running" : "waiting";
  return (
    <section className={styles.part}>
      <div className={styles.partHead}>
        <h3>{field.question}</h3>
        <small className={styles.columns}>
          {state === "done" ? (
            t("records.layer", { layer: field.layer })
          ) : (
            <StateWord tone={state}>{t(`records.states.${state}`)}</StateWord>
          )}
        </small>
      </div>
      {field.claims.map((claim) => (
        <div key={claim.text} className={own.claim}>
          <p>{claim.text}</p>
          <p className={own.sources}>
            {claim.sourceEntityIds.map((id) => (
              <Link key={id} to="/records" search={{ record: id }}>
                {names.get(id)?.title ?? (isKnown ? t("records.aRecord") : "…")}
              </Link>
            ))}
          </p>
        </div>
      ))}
    </section>
  );
}
