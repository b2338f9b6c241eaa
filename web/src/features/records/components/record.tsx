import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { FileText, Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, GraphInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { StateWord } from "@/ui/state-word";
import { answers, inSentence } from "../model";
import { briefsQuery, documentsQuery, graphQuery, responsesQuery, tasksQuery } from "../queries";
import styles from "../screen.module.css";
import { Evidence } from "./evidence";
import { Fill } from "./fill";
import { Graph } from "./graph";
import { Fields } from "./record-fields";

const Relate = later(() => import("./relate"));

/** One record: its fields with where they come from, relations, documents, briefs and tasks. */
export default function RecordPage({ id, types }: { id: string; types: EntityTypeInfo[] }) {
  const { t, i18n } = useTranslation();
  const around = useQuery(graphQuery(id));
  const responses = useQuery(responsesQuery(id)).data ?? [];
  const [chosen, choose] = useState<string | null>(null);
  const entity = around.data?.entities.find((one) => one.id === id);
  if (around.error) return <p className={styles.page}>{t("records.gone")}</p>;
  if (!entity || !around.data) return null;
  const kind = types.find(({ definition }) => definition.slug === entity.typeSlug);
  const lines = answers(kind?.definition.fields ?? [], entity.fields, responses);
  const line =
    lines.find(({ key }) => key === chosen) ??
    lines.find(({ waits }) => waits) ??
    lines.find(({ newest }) => newest);
  return (
    <div className={styles.record}>
      <article className={styles.page}>
        <div className={styles.head}>
          <h2 className={styles.title}>{entity.title}</h2>
          <Fill entity={entity} kind={kind} />
          <BeginBrief id={id} />
        </div>
        <p className={styles.muted}>
          {kind?.definition.name}
          <span className={styles.kept}>
            {" "}
            · {t("records.version", { version: entity.version })} ·{" "}
            {t("records.keptBy", { name: entity.updatedBy })},{" "}
            {moment(entity.updatedAt, Date.now(), i18n.language)}
          </span>
          {entity.isOutside ? (
            <>
              {" "}
              · {t("records.outside")} <AcceptWords id={id} />
            </>
          ) : null}
        </p>
        <Fields entity={entity} kind={kind} chosen={line?.key} onChoose={choose} />
        <Relations entity={entity} around={around.data} types={types} />
        <Related id={id} />
      </article>
      {line ? <Evidence line={line} /> : null}
    </div>
  );
}

/** Takes the words of an imported record over: agents who read it need not ask any more. */
function AcceptWords({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  if (!useMay()("entities.team.update")) return null;
  const accept = () =>
    act(async () => {
      await unwrap(api.POST("/api/entities/accept", { body: { ids: [id] } }));
      await client.invalidateQueries({ queryKey: graphQuery(id).queryKey });
    });
  return (
    <Button small look="quiet" busy={isBusy} onClick={accept}>
      {t("records.acceptWords")}
    </Button>
  );
}

function BeginBrief({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  if (!useMay()("responses.team.create")) return null;
  const begin = () =>
    act(async () => {
      const path = { entity_id: id };
      const begun = await unwrap(
        api.POST("/api/entities/{entity_id}/briefs", {
          params: { path },
          body: { kind: "executive_summary" },
        }),
      );
      await navigate({ to: "/records", search: { brief: begun.id } });
    });
  return (
    <Button look="primary" icon={FileText} busy={isBusy} onClick={begin}>
      {t("records.writeBrief")}
    </Button>
  );
}

interface RelationsProps {
  entity: EntityInfo;
  around: GraphInfo;
  types: EntityTypeInfo[];
}

function Relations({ entity, around, types }: RelationsProps) {
  const { t } = useTranslation();
  const canRelate = useMay()("entities.team.update");
  const [isRelating, setRelating] = useState(false);
  const typeName = (slug: string) =>
    inSentence(types.find(({ definition }) => definition.slug === slug)?.definition.name ?? slug);
  const names = new Map(around.entities.map((one) => [one.id, one]));
  return (
    <section className={styles.part} id="relations">
      <div className={styles.partHead}>
        <h3>{t("records.relations")}</h3>
        <small>{around.relations.length}</small>
        {canRelate ? (
          <span className={styles.columns}>
            <Button small look="quiet" icon={Plus} onClick={() => setRelating(true)}>
              {t("records.relate")}
            </Button>
          </span>
        ) : null}
      </div>
      {isRelating ? <Relate id={entity.id} onClose={() => setRelating(false)} /> : null}
      {around.relations.map((relation) => {
        const isFrom = relation.sourceId === entity.id;
        const other = names.get(isFrom ? relation.targetId : relation.sourceId);
        return other ? (
          <div key={relation.id} className={styles.line}>
            <span className={styles.label}>{isFrom ? relation.kind : `← ${relation.kind}`}</span>
            <Link to="/records" search={{ type: other.typeSlug, record: other.id }}>
              {other.title}
            </Link>
            <span className={styles.from}>{typeName(other.typeSlug)}</span>
            {relation.evidence.quote ? (
              <blockquote className={styles.quote}>{String(relation.evidence.quote)}</blockquote>
            ) : null}
          </div>
        ) : null;
      })}
      {around.relations.length > 0 ? <Graph id={entity.id} around={around} /> : null}
    </section>
  );
}

function Related({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const documents = useQuery(documentsQuery(id)).data ?? [];
  const briefs = useQuery(briefsQuery(id)).data ?? [];
  const tasks = (useQuery(tasksQuery(id)).data ?? []).filter(({ parentId }) => !parentId);
  return (
    <>
      <section className={styles.part} id="documents">
        <h3 className={styles.partHead}>
          {t("records.documents")} <small>{documents.length}</small>
        </h3>
        {documents.length === 0 ? <p className={styles.none}>{t("records.documentsNone")}</p> : null}
        {documents.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{one.mime.split("/").at(-1)}</span>
            <Link to="/records" search={{ document: one.id }}>
              {one.title}
            </Link>
            <span className={styles.from}>{moment(one.createdAt, Date.now(), i18n.language)}</span>
          </div>
        ))}
      </section>
      <section className={styles.part} id="briefs">
        <h3 className={styles.partHead}>
          {t("records.briefs")} <small>{briefs.length}</small>
        </h3>
        {briefs.length === 0 ? <p className={styles.none}>{t("records.briefsNone")}</p> : null}
        {briefs.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{t(`records.kinds.${one.kind as "executive_summary"}`)}</span>
            <Link to="/records" search={{ brief: one.id }}>
              {one.headline || t("records.beingWritten")}
            </Link>
            <StateWord
              tone={one.status === "completed" ? "done" : one.status === "failed" ? "failed" : "running"}
            >
              {t(`records.states.${one.status as "running"}`)}
            </StateWord>
          </div>
        ))}
      </section>
      <section className={styles.part} id="tasks">
        <h3 className={styles.partHead}>
          {t("records.tasks")} <small>{tasks.length}</small>
        </h3>
        {tasks.length === 0 ? <p className={styles.none}>{t("records.tasksNone")}</p> : null}
        {tasks.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{one.agent ? agentName(one.agent) : ""}</span>
            <Link to="/records" search={{ task: one.id }}>
              {one.title}
            </Link>
            <span className={styles.from}>{t(`records.taskStates.${one.status as "open"}`)}</span>
          </div>
        ))}
      </section>
    </>
  );
}
