import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import type { EntityTypeInfo, GraphInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { Button } from "@/ui/button";
import styles from "../graph.module.css";
import { HEAD, type Layout, layOut, lineBetween, type Node, neighbours, nodeTowards } from "../layout";
import { GlyphOf } from "./glyph";

const NAME_ROOM = 30;
const LONGEST = 240;
/** Relations whose words can still be told apart. */
const READABLE = 40;

let ruler: CanvasRenderingContext2D | null = null;

/** Return how wide a name is drawn. */
function widthOf(title: string): number {
  if (!ruler) {
    ruler = document.createElement("canvas").getContext("2d");
    if (!ruler) return LONGEST;
    ruler.font = `600 13px ${getComputedStyle(document.body).fontFamily}`;
  }
  return Math.min(LONGEST, Math.ceil(ruler.measureText(title).width) + NAME_ROOM);
}

interface GraphProps {
  around: GraphInfo;
  types: EntityTypeInfo[];
  /** The type whose records are looked at. */
  type: string;
  /** The record that is chosen. */
  chosen: string;
  onChoose: (id: string) => void;
  onOpen: (id: string) => void;
  zoom?: number;
}

/** Records in columns by their types; only what the chosen one has to do with has colour and words. */
export function Graph({ around, types, type, chosen, onChoose, onOpen, zoom = 1 }: GraphProps) {
  const { t } = useTranslation();
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set());
  const { entities, relations } = around;
  const plan = useMemo(
    () => layOut({ entities, relations, type, chosen, unfolded, widthOf }),
    [entities, relations, type, chosen, unfolded],
  );
  const near = useMemo(() => neighbours(relations).get(chosen) ?? new Set(), [relations, chosen]);
  const names = new Map(types.map(({ definition }) => [definition.slug, definition]));
  const plane = useRef<HTMLDivElement>(null);
  const go = (node: Node, key: string) => {
    const next = nodeTowards(plan.nodes, node, key);
    if (!next) return;
    onChoose(next.entity.id);
    plane.current?.querySelector<HTMLElement>(`[data-id="${next.entity.id}"]`)?.focus();
  };
  return (
    <div
      ref={plane}
      className={styles.plane}
      style={{ inlineSize: `${plan.width}px`, blockSize: `${plan.height}px`, zoom }}
      data-keys="arrows"
    >
      <Lines plan={plan} around={around} chosen={chosen} />
      {plan.columns.map(({ type: slug, x, count, hidden, end }) => (
        <div key={slug}>
          <p className={styles.columnHead} style={{ insetInlineStart: `${x}px` }}>
            <b>{names.get(slug)?.plural || names.get(slug)?.name || slug}</b> {count}
          </p>
          {hidden > 0 ? (
            <span className={styles.rest} style={{ insetInlineStart: `${x}px`, insetBlockStart: `${end}px` }}>
              <Button small look="quiet" onClick={() => setUnfolded(new Set([...unfolded, slug]))}>
                {t("records.moreOf", { count: hidden })}
              </Button>
            </span>
          ) : null}
        </div>
      ))}
      {plan.nodes.map((node) => {
        const { entity } = node;
        const isChosen = entity.id === chosen;
        return (
          <button
            key={entity.id}
            type="button"
            data-id={entity.id}
            className={classes(styles.node, isChosen && styles.chosen, near.has(entity.id) && styles.near)}
            style={{
              insetInlineStart: `${node.x}px`,
              insetBlockStart: `${node.y}px`,
              maxInlineSize: `${LONGEST}px`,
            }}
            aria-pressed={isChosen}
            tabIndex={isChosen || (!chosen && node === plan.nodes[0]) ? 0 : -1}
            onClick={() => onChoose(entity.id)}
            onDoubleClick={() => onOpen(entity.id)}
            onKeyDown={(event) => {
              if (event.key.startsWith("Arrow")) {
                event.preventDefault();
                go(node, event.key);
              } else if (event.key === "Enter" && isChosen) {
                event.preventDefault();
                onOpen(entity.id);
              }
            }}
          >
            <GlyphOf icon={names.get(entity.typeSlug)?.icon} />
            <span>{entity.title}</span>
          </button>
        );
      })}
    </div>
  );
}

/** The relations; those of the chosen record last, so that they lie above the others. */
function Lines({ plan, around, chosen }: { plan: Layout; around: GraphInfo; chosen: string }) {
  const at = new Map(plan.nodes.map((node) => [node.entity.id, node]));
  const lines = around.relations.flatMap((relation) => {
    const [from, to] = [at.get(relation.sourceId), at.get(relation.targetId)];
    if (!from || !to || from === to) return [];
    return [
      {
        ...relation,
        ...lineBetween(from, to, chosen),
        isOn: [relation.sourceId, relation.targetId].includes(chosen),
      },
    ];
  });
  const on = lines.filter(({ isOn }) => isOn);
  return (
    <>
      <svg className={styles.lines} aria-hidden="true" width={plan.width} height={plan.height}>
        <path
          d={lines
            .filter(({ isOn }) => !isOn)
            .map(({ path }) => path)
            .join("")}
        />
        <path className={styles.on} d={on.map(({ path }) => path).join("")} />
      </svg>
      {on.length <= READABLE
        ? on.map(({ id, kind, x, y, isEnd }) => (
            <span
              key={id}
              aria-hidden="true"
              className={classes(styles.kind, isEnd && styles.kindEnd)}
              style={{ insetInlineStart: `${x}px`, insetBlockStart: `${Math.max(HEAD, y)}px` }}
            >
              {kind}
            </span>
          ))
        : null}
    </>
  );
}
