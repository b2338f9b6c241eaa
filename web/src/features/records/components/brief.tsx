import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import type { BriefDetail, BriefFieldInfo } from "@/api/schema";
import { duration, moment } from "@/lib/format";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import own from "../brief.module.css";
import { citedIn, layersOf, progressOf, toneOf } from "../model";
import { briefQuery, entityQuery, graphQuery } from "../queries";
import styles from "../screen.module.css";
import { AcceptBrief } from "./accept-brief";
import { StopBrief } from "./stop-brief";

type Names = Map<string, { title: string; typeSlug: string }>;

/** A brief, also while it is being written: its fields by layer, its sources, and the text with numbers. */
export default function BriefPage({ id }: { id: string }) {
  const { data: brief } = useQuery(briefQuery(id));
  return brief ? <Written brief={brief} /> : null;
}

function Written({ brief }: { brief: BriefDetail }) {
  const around = useQuery(graphQuery(brief.entityId)).data;
  const names: Names = new Map((around?.entities ?? []).map((one) => [one.id, one]));
  const cited = citedIn(brief.fields);
  const numbers = new Map(cited.map(({ id }, at) => [id, at + 1]));
  return (
    <div className={own.brief}>
      <Facts brief={brief} />
      <div className={own.left}>
        <Layers brief={brief} />
        <Sources cited={cited} names={names} isKnown={around !== undefined} />
      </div>
      <Text brief={brief} names={names} numbers={numbers} />
      <Foot brief={brief} />
    </div>
  );
}

function Facts({ brief }: { brief: BriefDetail }) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const claims = brief.fields.reduce((sum, one) => sum + one.claims.length, 0);
  return (
    <p className={own.facts}>
      <StateWord tone={toneOf(brief.status)}>{t(`records.states.${brief.status as "running"}`)}</StateWord>
      {brief.runId ? (
        <Link to="/runs/$runId" params={{ runId: brief.runId }}>
          {t("records.openRun")}
        </Link>
      ) : null}
      <span>{agentName(brief.agent)}</span>
      <span>{moment(brief.createdAt, Date.now(), i18n.language)}</span>
      <span>{t("records.claims", { count: claims })}</span>
    </p>
  );
}

/** The fields from top to bottom as they depend on each other; those of a row are written side by side. */
function Layers({ brief }: { brief: BriefDetail }) {
  const { t } = useTranslation();
  return (
    <ol className={own.layers} aria-label={t("records.layers")}>
      {layersOf(brief.fields).map((layer, at) => (
        <li key={layer[0]?.key} className={own.layer}>
          <span className={own.number}>
            <b>{at + 1}</b> {t(at === 0 ? "records.firstLayer" : "records.nextLayer", { before: at })}
          </span>
          <span className={own.nodes}>
            {layer.map((field) => (
              <LayerNode key={field.key} field={field} />
            ))}
          </span>
        </li>
      ))}
    </ol>
  );
}

function LayerNode({ field }: { field: BriefFieldInfo }) {
  const { t, i18n } = useTranslation();
  const { startedAt, finishedAt, claims } = field;
  const state = finishedAt ? "done" : startedAt ? "running" : "waiting";
  const took = startedAt && finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : 0;
  const said = finishedAt
    ? `${t("records.claims", { count: claims.length })}, ${duration(took, i18n.language)}`
    : t(`records.states.${state}`);
  return (
    <a href={`#${field.key}`} className={own.node} data-state={state}>
      <span>{field.question}</span>
      <StateWord tone={state}>{said}</StateWord>
    </a>
  );
}

/** The name of a record that is related no more. */
function NameOf({ id, isAway }: { id: string; isAway: boolean }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({ ...entityQuery(id), enabled: isAway });
  return data?.title ?? (isError ? t("records.aRecord") : "…");
}

interface SourcesProps {
  cited: { id: string; claims: number }[];
  names: Names;
  /** True when the names of the records are there. */
  isKnown: boolean;
}

function Sources({ cited, names, isKnown }: SourcesProps) {
  const { t } = useTranslation();
  if (cited.length === 0) return null;
  return (
    <section className={own.sources}>
      <h3>
        {t("records.sources")} <small>{t("records.cited", { count: cited.length })}</small>
      </h3>
      <table className={tableClass}>
        <thead>
          <tr>
            <th>
              <span className="hidden-text">{t("records.sourceNumber")}</span>
            </th>
            <th>{t("records.name")}</th>
            <th className={cell.number}>{t("records.claimsHead")}</th>
          </tr>
        </thead>
        <tbody>
          {cited.map(({ id, claims }, at) => (
            <tr key={id}>
              <td className={cell.muted}>{at + 1}</td>
              <td className={cell.fill}>
                <Link to="/records" search={{ record: id }}>
                  {names.get(id)?.title ?? <NameOf id={id} isAway={isKnown} />}
                </Link>
              </td>
              <td className={cell.number}>{claims}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

interface TextProps {
  brief: BriefDetail;
  names: Names;
  numbers: Map<string, number>;
}

function Text({ brief, names, numbers }: TextProps) {
  const { t } = useTranslation();
  const isRunning = brief.status === "running";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
    <article className={own.text} aria-busy={isRunning} tabIndex={0}>
      <p className={styles.muted}>{names.get(brief.entityId)?.title}</p>
      <h2 className={own.headline}>
        {brief.headline || t(isRunning ? "records.beingWritten" : "records.noHeadline")}
      </h2>
      {brief.fields
        .filter(({ key }) => key !== "headline")
        .map((field) => (
          <section key={field.key} id={field.key}>
            <h3>
              {field.question} <FieldState field={field} />
            </h3>
            <p data-writing={field.startedAt && !field.finishedAt ? "" : undefined}>
              {field.claims.map((claim) => (
                <span key={claim.text}>
                  {claim.text}
                  {claim.sourceEntityIds.map((id) => (
                    <sup key={id}>
                      <Link to="/records" search={{ record: id }} aria-label={names.get(id)?.title ?? ""}>
                        {numbers.get(id)}
                      </Link>
                    </sup>
                  ))}{" "}
                </span>
              ))}
            </p>
          </section>
        ))}
    </article>
  );
}

function FieldState({ field }: { field: BriefFieldInfo }) {
  const { t } = useTranslation();
  if (field.finishedAt) return null;
  const state = field.startedAt ? "running" : "waiting";
  return <StateWord tone={state}>{t(`records.states.${state}`)}</StateWord>;
}

/** How far it is, one mark for each field, and the way to stop it. */
function Foot({ brief }: { brief: BriefDetail }) {
  const { t } = useTranslation();
  const { done, total } = progressOf(brief.fields);
  const isRunning = brief.status === "running";
  return (
    <div className={own.foot}>
      <span className={own.marks} aria-hidden="true">
        {brief.fields.map(({ key, startedAt, finishedAt }) => (
          <i key={key} data-state={finishedAt ? "done" : startedAt ? "running" : "waiting"} />
        ))}
      </span>
      <b>{t("records.written", { done, total })}</b>
      {isRunning ? <span className={styles.muted}>{t("records.stopKeeps")}</span> : null}
      <span className={own.end}>
        {isRunning ? <StopBrief brief={brief} /> : <AcceptBrief brief={brief} />}
      </span>
    </div>
  );
}
