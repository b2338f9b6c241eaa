import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GraphInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import graphStyles from "../graph.module.css";
import { frame, places } from "../model";
import { graphQuery } from "../queries";
import styles from "../screen.module.css";

const LONGEST = 22;
/** Relations whose kinds can still be read in a picture. */
const READABLE = 60;

/** The records around one as a picture; each can be gone to. */
export function Graph({ id, around }: { id: string; around: GraphInfo }) {
  const { t } = useTranslation();
  const [isWide, setWide] = useState(false);
  const wide = useQuery({ ...graphQuery(id, 2), enabled: isWide }).data;
  const shown = isWide && wide ? wide : around;
  const found = useMemo(() => places(shown.entities, shown.relations, id), [shown, id]);
  const isCrowded = shown.relations.length > READABLE;
  const box = frame(found);
  const at = new Map(found.map((place) => [place.entity.id, place]));
  return (
    <figure>
      <div className={styles.acts}>
        <Button small look="quiet" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? t("records.nearer") : t("records.further")}
        </Button>
      </div>
      <svg
        viewBox={box}
        width={box.split(" ")[2]}
        className={graphStyles.graph}
        data-many={isCrowded ? "" : undefined}
      >
        <title>{t("records.graph")}</title>
        {shown.relations.map(({ id: key, sourceId, targetId, kind }) => {
          const [from, to] = [at.get(sourceId), at.get(targetId)];
          return from && to ? (
            <g key={key}>
              <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
              {isCrowded ? null : (
                <text className={graphStyles.kind} x={(from.x + to.x) / 2} y={(from.y + to.y) / 2 - 4}>
                  {kind}
                </text>
              )}
            </g>
          ) : null;
        })}
        {found.map(({ entity, x, y }) => (
          <Link
            key={entity.id}
            to="/records"
            search={{ type: entity.typeSlug, record: entity.id }}
            aria-current={entity.id === id ? "true" : undefined}
          >
            <circle cx={x} cy={y} r={entity.id === id ? 10 : 7} />
            <text x={x} y={y + 22}>
              {entity.title.length > LONGEST ? `${entity.title.slice(0, LONGEST)}…` : entity.title}
            </text>
          </Link>
        ))}
      </svg>
    </figure>
  );
}

/** The records around one that was not asked for yet. */
export function GraphOf({ id }: { id: string }) {
  const around = useQuery(graphQuery(id)).data;
  return around ? (
    <div className={graphStyles.whole}>
      <Graph id={id} around={around} />
    </div>
  ) : null;
}
