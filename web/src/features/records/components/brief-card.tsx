import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import type { ToolItem } from "@/lib/run/view";
import { Meter } from "@/ui/meter";
import { StateWord } from "@/ui/state-word";
import { progressOf, toneOf } from "../model";
import { briefQuery } from "../queries";
import styles from "./brief-card.module.css";
import { StopBrief } from "./stop-brief";

/** A brief in the conversation that asked for it: how far it is, its fields, and the way to its page. */
export default function BriefCard({ tool }: { tool: ToolItem }) {
  const data = tool.data as { briefId?: string } | null;
  return data?.briefId ? <Card id={data.briefId} /> : null;
}

function Card({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data: brief } = useQuery(briefQuery(id));
  if (!brief) return null;
  const { done, total } = progressOf(brief.fields);
  const isRunning = brief.status === "running";
  return (
    <section className={styles.card} aria-busy={isRunning} aria-label={t("records.briefCard")}>
      <p className={styles.head}>
        <Link to="/records" search={{ brief: brief.id }}>
          {t(`records.kinds.${brief.kind as "executive_summary"}`)}
        </Link>
        <StateWord tone={toneOf(brief.status)}>{t(`records.states.${brief.status as "running"}`)}</StateWord>
        {isRunning ? <StopBrief brief={brief} /> : null}
      </p>
      {isRunning ? (
        <Meter
          label={t("records.progress")}
          text={t("records.progressOf", { done, total })}
          used={done}
          of={total}
          isProgress
        />
      ) : null}
      {brief.headline ? <p className={styles.headline}>{brief.headline}</p> : null}
      {isRunning ? (
        <ul className={styles.fields}>
          {brief.fields.map((field) => (
            <li key={field.key}>
              <StateWord tone={field.finishedAt ? "done" : field.startedAt ? "running" : "waiting"}>
                {field.question}
              </StateWord>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
