import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { Plus, Waypoints } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, GraphInfo, RelationInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Icon } from "@/ui/icon";
import { later } from "@/ui/later";
import briefStyles from "../brief.module.css";
import graphStyles from "../graph.module.css";
import { answers, inSentence } from "../model";
import { briefsQuery, graphQuery, responsesQuery } from "../queries";
import styles from "../screen.module.css";
import { BeginBrief } from "./begin-brief";
import { Evidence } from "./evidence";
import { Fill } from "./fill";
import { Graph } from "./graph";
import { Activity, Answers } from "./history";
import { Merged } from "./merged";
import { Published } from "./published";
import { Fields } from "./record-fields";
import { Related } from "./related";
import { SomeOf } from "./some-of";
import { Unrelate } from "./unrelate";

const Relate = later(() => import("./relate"));
/** Relations that are listed at once. */
const LISTED = 40;

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
        <Merged id={id} />
        <Accepted id={id} />
        <Fields entity={entity} kind={kind} chosen={line?.key} onChoose={choose} />
        <Relations entity={entity} around={around.data} types={types} />
        <Related id={id} />
        <Published id={id} />
        <Answers id={id} kind={kind} />
        <Activity id={id} kind={kind} />
      </article>
      {line ? <Evidence line={line} /> : null}
    </div>
  );
}

/** What the workspace holds of the record, by the brief that was accepted last. */
function Accepted({ id }: { id: string }) {
  const briefs = useQuery(briefsQuery(id)).data ?? [];
  const accepted = briefs.filter(({ acceptedAt }) => acceptedAt);
  const last = accepted.sort((one, other) => (other.acceptedAt ?? "").localeCompare(one.acceptedAt ?? ""))[0];
  return last ? (
    <p className={briefStyles.standfirst}>
      <Link to="/records" search={{ brief: last.id }}>
        {last.headline}
      </Link>
    </p>
  ) : null;
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

interface RelationLineProps {
  relation: RelationInfo;
  isFrom: boolean;
  /** The record at the other end. */
  other: EntityInfo | undefined;
  typeName: (slug: string) => string;
}

/** One relation: how two records hang together, the other one, and what says so. */
function RelationLine({ relation, isFrom, other, typeName }: RelationLineProps) {
  const canRelate = useMay()("entities.team.update");
  if (!other) return null;
  return (
    <div className={styles.line}>
      <span className={styles.label}>{isFrom ? relation.kind : `← ${relation.kind}`}</span>
      <Link to="/records" search={{ type: other.typeSlug, record: other.id }}>
        {other.title}
      </Link>
      <span className={styles.from}>
        {typeName(other.typeSlug)}
        {canRelate ? <Unrelate relation={relation} title={other.title} /> : null}
      </span>
      {relation.evidence.quote ? (
        <blockquote className={styles.quote}>{String(relation.evidence.quote)}</blockquote>
      ) : null}
    </div>
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
  const navigate = useNavigate();
  const open = (id: string) =>
    void (
      id !== entity.id && navigate({ to: "/records", search: { type: names.get(id)?.typeSlug, record: id } })
    );
  return (
    <section className={styles.part} id="relations">
      <div className={styles.partHead}>
        <h3>{t("records.relations")}</h3>
        <small>
          {around.relations.length}
          {around.isMore ? "+" : ""}
        </small>
        {canRelate ? (
          <span className={styles.columns}>
            <Link
              to="/records"
              search={{ type: entity.typeSlug, view: "graph", at: entity.id }}
              className={buttonClass("quiet", true)}
            >
              <Icon of={Waypoints} />
              {t("records.inGraph")}
            </Link>
            <Button small look="quiet" icon={Plus} onClick={() => setRelating(true)}>
              {t("records.relate")}
            </Button>
          </span>
        ) : null}
      </div>
      {isRelating ? <Relate ids={[entity.id]} onClose={() => setRelating(false)} /> : null}
      <SomeOf all={around.relations} step={LISTED}>
        {(some) =>
          some.map((relation) => (
            <RelationLine
              key={relation.id}
              relation={relation}
              isFrom={relation.sourceId === entity.id}
              other={names.get(relation.sourceId === entity.id ? relation.targetId : relation.sourceId)}
              typeName={typeName}
            />
          ))
        }
      </SomeOf>
      {around.relations.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <section className={graphStyles.small} tabIndex={0} aria-label={t("records.graph")}>
          <Graph
            around={around}
            types={types}
            type={entity.typeSlug}
            chosen={entity.id}
            onChoose={open}
            onOpen={open}
          />
        </section>
      ) : null}
    </section>
  );
}
