import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityTypeInfo, ResponseInfo } from "@/api/schema";
import { moment, percent } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { type StateTone, StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { historyOf, versionOf } from "../history";
import { shown } from "../model";
import { briefsQuery, documentsQuery, responsesQuery, versionsQuery } from "../queries";
import styles from "../screen.module.css";

const FIRST = 12;
const TONES: Record<string, StateTone> = { proposed: "waiting", rejected: "rejected" };

interface PartProps {
  id: string;
  kind: EntityTypeInfo | undefined;
}

function useLabel(kind: EntityTypeInfo | undefined): (key: string) => string {
  const { t } = useTranslation();
  return (key) =>
    key === "title"
      ? t("records.name")
      : kind?.definition.fields?.find((field) => field.key === key)?.label || key;
}

/** Every value that agents gave for a field, and what a person said to it. */
export function Answers({ id, kind }: PartProps) {
  const { t, i18n } = useTranslation();
  const label = useLabel(kind);
  const given = (useQuery(responsesQuery(id)).data ?? []).filter(({ agent }) => agent);
  const kept = given.filter(({ status }) => status === "approved").length;
  return (
    <section className={styles.part} id="answers">
      <div className={styles.partHead}>
        <h3>{t("records.answers")}</h3>
        <small>{t("records.answersGiven", { count: given.length, kept })}</small>
      </div>
      {given.length === 0 ? (
        <p className={styles.none}>{t("records.answersNone")}</p>
      ) : (
        <table className={tableClass}>
          <thead>
            <tr>
              <th scope="col">{t("records.answerField")}</th>
              <th scope="col">{t("records.answer")}</th>
              <th scope="col" className={`${cell.number} ${cell.wide}`}>
                {t("records.howSure")}
              </th>
              <th scope="col">{t("records.review")}</th>
            </tr>
          </thead>
          <tbody>
            {given.map((one) => (
              <tr key={one.id}>
                <td>{label(one.fieldKey)}</td>
                <td className={cell.fill}>{shown(one.value)}</td>
                <td className={`${cell.number} ${cell.wide}`}>
                  {one.confidence === null ? "" : percent(one.confidence, i18n.language)}
                </td>
                <td>
                  <Review one={one} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

function Review({ one }: { one: ResponseInfo }) {
  const { t, i18n } = useTranslation();
  const tone = TONES[one.status];
  const word = t(`records.reviews.${one.status as "proposed"}`);
  if (tone) return <StateWord tone={tone}>{word}</StateWord>;
  return (
    <span className={styles.muted}>
      {word}
      {one.reviewedAt ? `, ${moment(one.reviewedAt, Date.now(), i18n.language)}` : ""}
    </span>
  );
}

/** What happened to the record, the newest first, each with the run that did it. */
export function Activity({ id, kind }: PartProps) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const [isWhole, setWhole] = useState(false);
  const versions = useQuery(versionsQuery(id)).data ?? [];
  const newest = versions[0]?.version ?? 0;
  const all = historyOf({
    versions,
    responses: useQuery(responsesQuery(id)).data ?? [],
    documents: useQuery(documentsQuery(id)).data ?? [],
    briefs: useQuery(briefsQuery(id)).data ?? [],
    label: useLabel(kind),
    agent: agentName,
  });
  const runs = new Set(all.flatMap(({ runId }) => (runId ? [runId] : []))).size;
  return (
    <section className={styles.part} id="activity">
      <div className={styles.partHead}>
        <h3>{t("records.activity")}</h3>
        <small>{t("records.activityRuns", { count: runs })}</small>
      </div>
      <ul>
        {(isWhole ? all : all.slice(0, FIRST)).map(({ key, at, kind: what, who, what: about, runId }) => (
          <li key={key} className={styles.line}>
            <span className={styles.label}>{moment(at, Date.now(), i18n.language)}</span>
            <span>{t(`records.happened.${what}`, { who: who || t("records.aPerson"), what: about })}</span>
            <span className={styles.from}>
              {runId ? (
                <Link to="/runs/$runId" params={{ runId }}>
                  {t("records.openRun")}
                </Link>
              ) : null}
              {what === "made" || what === "changed" ? (
                <BringBack id={id} version={versionOf(key)} newest={newest} at={at} />
              ) : null}
            </span>
          </li>
        ))}
      </ul>
      {all.length > FIRST && !isWhole ? (
        <Button small look="quiet" onClick={() => setWhole(true)}>
          {t("records.activityAll", { count: all.length })}
        </Button>
      ) : null}
    </section>
  );
}

/** Makes an older version of a record the newest. */
function BringBack({ id, version, newest, at }: { id: string; version: number; newest: number; at: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  if (!useMay()("entities.team.update") || version >= newest) return null;
  const restore = () =>
    act(async () => {
      const params = { path: { entity_id: id } };
      await unwrap(api.POST("/api/entities/{entity_id}/rollback", { params, body: { version } }));
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <Button
      small
      look="quiet"
      busy={isBusy}
      onClick={restore}
      aria-label={t("records.bringBackThis", { when: moment(at, Date.now(), i18n.language) })}
    >
      {t("records.bringBackVersion")}
    </Button>
  );
}
