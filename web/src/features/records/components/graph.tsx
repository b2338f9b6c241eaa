import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Maximize, ZoomIn, ZoomOut } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import type { GraphInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import graphStyles from "../graph.module.css";
import { frame, places } from "../model";
import { written } from "../plane";
import { graphQuery } from "../queries";
import styles from "../screen.module.css";
import { usePlane } from "../use-plane";

const LONGEST = 22;
/** How much larger or smaller one press makes the picture. */
const STEP = 1.5;
/** Relations whose kinds can still be read in a picture. */
const READABLE = 60;

interface GraphProps {
  id: string;
  around: GraphInfo;
  /** Whether what is around the nearest is shown from the start. */
  startsWide?: boolean;
}

/** The records around one as a picture; each can be gone to. */
export function Graph({ id, around, startsWide = false }: GraphProps) {
  const { t } = useTranslation();
  const [isWide, setWide] = useState(startsWide);
  const wide = useQuery({ ...graphQuery(id, 2), enabled: isWide }).data;
  const shown = isWide && wide ? wide : around;
  const found = useMemo(() => places(shown.entities, shown.relations, id), [shown, id]);
  const isCrowded = shown.relations.length > READABLE;
  const box = useMemo(() => frame(found), [found]);
  const { svg, on, scale, fit } = usePlane(box);
  const at = new Map(found.map((place) => [place.entity.id, place]));
  return (
    <figure>
      <div className={styles.acts}>
        <Button small look="quiet" aria-pressed={isWide} onClick={() => setWide(!isWide)}>
          {isWide ? t("records.nearer") : t("records.further")}
        </Button>
        <IconButton small icon={ZoomIn} name={t("records.larger")} onClick={() => scale(STEP)} />
        <IconButton small icon={ZoomOut} name={t("records.smaller")} onClick={() => scale(1 / STEP)} />
        <IconButton small icon={Maximize} name={t("records.fit")} onClick={fit} />
      </div>
      <svg
        ref={svg}
        {...on}
        viewBox={written(box)}
        width={box.width}
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
      <Graph id={id} around={around} startsWide />
    </div>
  ) : null;
}
