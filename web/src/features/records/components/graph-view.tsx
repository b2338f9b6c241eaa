import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityTypeInfo, GraphInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { Button } from "@/ui/button";
import { Segment } from "@/ui/segment";
import styles from "../graph.module.css";
import { busiest, relationsOf } from "../layout";
import type { Look } from "../model";
import { lookGraphQuery } from "../queries";
import { Graph } from "./graph";
import { GraphPane } from "./graph-pane";
import { SomeOf } from "./some-of";

const route = getRouteApi("/app/records");
const SMALLEST = 0.4;

interface GraphViewProps {
  kind: EntityTypeInfo;
  types: EntityTypeInfo[];
  look: Look;
}

/** The records that a look finds as a picture, with the chosen one at its side; or the same as an outline. */
export function GraphView({ kind, types, look }: GraphViewProps) {
  const { t } = useTranslation();
  const { at, steps } = route.useSearch();
  const navigate = route.useNavigate();
  const type = kind.definition.slug;
  const found = useQuery(lookGraphQuery(type, look, steps === "2" ? 2 : 1)).data;
  const [form, setForm] = useState<"columns" | "outline">("columns");
  const [zoom, setZoom] = useState(1);
  const box = useRef<HTMLElement>(null);
  const fit = () => {
    const plane = box.current?.firstElementChild;
    if (!box.current || !plane) return;
    const { clientWidth, clientHeight } = box.current;
    const share = Math.min(clientWidth / (plane.scrollWidth || 1), clientHeight / (plane.scrollHeight || 1));
    setZoom(zoom === 1 ? Math.max(SMALLEST, Math.min(1, share)) : 1);
  };
  const keep = useRef(fit);
  keep.current = fit;
  useCommands(
    useMemo<Command[]>(() => {
      const base = { group: "do", keyOnly: true } as const;
      const turn = () => setForm((before) => (before === "columns" ? "outline" : "columns"));
      return [
        { ...base, id: "records.outline", label: t("records.outline"), keys: ["o"], run: turn },
        { ...base, id: "records.fit", label: t("records.fitKey"), keys: ["f"], run: () => keep.current() },
      ];
    }, [t]),
  );
  if (!found) return null;
  const isThere = at !== undefined && found.entities.some(({ id }) => id === at);
  const chosen = isThere ? at : busiest(found.entities, found.relations, type);
  const choose = (id: string) =>
    void navigate({ search: (before) => ({ ...before, at: id }), replace: true });
  const open = (id: string) => void navigate({ search: { type, record: id } });
  return (
    <div className={styles.view}>
      <div className={styles.left}>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <section className={styles.scroll} ref={box} tabIndex={0} aria-label={t("records.graph")}>
          {form === "columns" ? (
            <Graph
              around={found}
              types={types}
              type={type}
              chosen={chosen}
              onChoose={choose}
              onOpen={open}
              zoom={zoom}
            />
          ) : (
            <Outline around={found} type={type} />
          )}
        </section>
        <div className={styles.tools}>
          <Segment
            label={t("records.form")}
            value={form}
            options={[
              { value: "columns", label: t("records.columnsForm") },
              { value: "outline", label: t("records.outline") },
            ]}
            onChange={setForm}
          />
          {form === "columns" ? (
            <Button keys="f" aria-pressed={zoom !== 1} onClick={fit}>
              {t("records.fitKey")}
            </Button>
          ) : null}
          <span className={styles.count}>
            {t("records.graphCount", { records: found.entities.length, relations: found.relations.length })}
          </span>
        </div>
      </div>
      <GraphPane key={chosen} id={chosen} around={found} types={types} onChoose={choose} />
    </div>
  );
}

/** Records that the outline shows at once. */
const OUTLINED = 40;

/** The same records as a list, each with what it has to do with; of very many, some at a time. */
function Outline({ around, type }: { around: GraphInfo; type: string }) {
  const names = useMemo(() => new Map(around.entities.map((one) => [one.id, one])), [around]);
  const by = useMemo(() => relationsOf(around.relations), [around]);
  const own = around.entities.filter(({ typeSlug }) => typeSlug === type);
  return (
    <SomeOf all={own} step={OUTLINED}>
      {(shown) => (
        <ul className={styles.outline}>
          {shown.map((entity) => (
            <li key={entity.id}>
              <Link to="/records" search={{ type, record: entity.id }}>
                {entity.title}
              </Link>
              <ul>
                {(by.get(entity.id) ?? []).map((relation) => {
                  const isFrom = relation.sourceId === entity.id;
                  const other = names.get(isFrom ? relation.targetId : relation.sourceId);
                  return other ? (
                    <li key={relation.id}>
                      <span className={styles.muted}>{isFrom ? relation.kind : `← ${relation.kind}`}</span>{" "}
                      <Link to="/records" search={{ type: other.typeSlug, record: other.id }}>
                        {other.title}
                      </Link>
                    </li>
                  ) : null;
                })}
              </ul>
            </li>
          ))}
        </ul>
      )}
    </SomeOf>
  );
}
