import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityInfo, EntityTypeInfo, GraphInfo } from "@/api/schema";
import { Button, buttonClass } from "@/ui/button";
import { Keys } from "@/ui/keys";
import { type Reference, ReferencePicker } from "@/ui/reference-picker";
import { StateWord } from "@/ui/state-word";
import styles from "../graph.module.css";
import { shown } from "../model";
import { responsesQuery, wayQuery } from "../queries";
import { SomeOf } from "./some-of";

const route = getRouteApi("/app/records");
const SHOWN_FIELDS = 5;
const LISTED = 40;

interface GraphPaneProps {
  id: string;
  around: GraphInfo;
  types: EntityTypeInfo[];
  onChoose: (id: string) => void;
}

/** The chosen record of a picture: what it is, its relations, and the way to another. */
export function GraphPane({ id, around, types, onChoose }: GraphPaneProps) {
  const { t } = useTranslation();
  const { steps } = route.useSearch();
  const navigate = route.useNavigate();
  const entity = around.entities.find((one) => one.id === id);
  const responses = useQuery({ ...responsesQuery(id), enabled: id !== "" }).data ?? [];
  if (!entity) return <aside className={styles.pane} />;
  const kind = types.find(({ definition }) => definition.slug === entity.typeSlug)?.definition;
  const told = (kind?.fields ?? []).filter(({ key }) => shown(entity.fields[key])).slice(0, SHOWN_FIELDS);
  const waiting = responses.filter(({ status }) => status === "proposed").length;
  const isFar = steps === "2";
  return (
    <aside className={styles.pane} aria-label={entity.title}>
      <section className={styles.part}>
        <p className={styles.muted}>{kind?.name}</p>
        <h2 className={styles.name}>{entity.title}</h2>
        <dl className={styles.facts}>
          {told.map(({ key, label }) => (
            <div key={key}>
              <dt>{label || key}</dt>
              <dd>{shown(entity.fields[key])}</dd>
            </div>
          ))}
        </dl>
        {waiting ? <StateWord tone="finding">{t("records.fieldsWait", { count: waiting })}</StateWord> : null}
        <p className={styles.acts}>
          <Link to="/records" search={{ type: entity.typeSlug, record: id }} className={buttonClass()}>
            {t("records.openRecord")} <Keys chord="Enter" />
          </Link>
          <Button
            look="quiet"
            aria-pressed={isFar}
            onClick={() =>
              void navigate({
                search: (before) => ({ ...before, steps: isFar ? undefined : "2" }),
                replace: true,
              })
            }
          >
            {isFar ? t("records.oneStep") : t("records.twoSteps")}
          </Button>
        </p>
      </section>
      <PaneRelations entity={entity} around={around} onChoose={onChoose} />
      <Way entity={entity} />
    </aside>
  );
}

interface PaneRelationsProps {
  entity: EntityInfo;
  around: GraphInfo;
  onChoose: (id: string) => void;
}

function PaneRelations({ entity, around, onChoose }: PaneRelationsProps) {
  const { t } = useTranslation();
  const names = new Map(around.entities.map((one) => [one.id, one]));
  const own = around.relations.filter(({ sourceId, targetId }) => [sourceId, targetId].includes(entity.id));
  return (
    <section className={styles.part}>
      <h3 className={styles.partHead}>
        {t("records.relations")}{" "}
        <small>
          {own.length}
          {around.isMore ? "+" : ""}
        </small>
      </h3>
      <SomeOf all={own} step={LISTED}>
        {(some) => (
          <ul>
            {some.map((relation) => {
              const isFrom = relation.sourceId === entity.id;
              const other = names.get(isFrom ? relation.targetId : relation.sourceId);
              return other ? (
                <li key={relation.id} className={styles.relation}>
                  <span>{isFrom ? relation.kind : `← ${relation.kind}`}</span>
                  <button type="button" onClick={() => onChoose(other.id)}>
                    {other.title}
                  </button>
                </li>
              ) : null;
            })}
          </ul>
        )}
      </SomeOf>
    </section>
  );
}

/** The shortest way from a record to another that somebody names. */
function Way({ entity }: { entity: EntityInfo }) {
  const { t } = useTranslation();
  const [goal, setGoal] = useState<Reference[]>([]);
  const to = goal[0]?.id ?? "";
  const way = useQuery({ ...wayQuery(entity.id, to), enabled: to !== "" }).data;
  return (
    <section className={styles.part}>
      <ReferencePicker
        label={t("records.way")}
        value={goal}
        onChange={setGoal}
        rooms={["entities"]}
        most={1}
      />
      {way ? (
        <p className={styles.muted} role="status">
          {way.entities.length > 0
            ? `${way.entities.map(({ title }) => title).join(" → ")}. ${t("records.waySteps", { count: way.relations.length })}`
            : t("records.noWay")}
        </p>
      ) : null}
    </section>
  );
}
