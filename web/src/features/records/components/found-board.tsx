import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, FieldDef } from "@/api/schema";
import { announce } from "@/lib/announce";
import { classes } from "@/lib/classes";
import { useAct } from "@/lib/use-act";
import boardStyles from "../board.module.css";
import { columns, shown } from "../model";
import styles from "../screen.module.css";

const CARD = "application/x-proofroom-record";

interface BoardProps {
  entities: EntityInfo[];
  field: FieldDef;
}

/** Records in columns by a field; a card is moved with the mouse, or with Shift and an arrow. */
export function FoundBoard({ entities, field }: BoardProps) {
  const { t } = useTranslation();
  const move = useMove(field);
  const found = columns(entities, field.key, field.options ?? []);
  const names = found.map(([name]) => name);
  const step = (entity: EntityInfo, by: number) => {
    const next = names[names.indexOf(shown(entity.fields[field.key])) + by];
    if (next !== undefined) void move?.(entity, next);
  };
  return (
    <>
      {move ? <p className={boardStyles.hint}>{t("records.boardHint")}</p> : null}
      <div className={boardStyles.board}>
        {found.map(([name, list]) => (
          <Column key={name} name={name} list={list} onDrop={move ? (id) => dropped(id, name) : null}>
            {list.map((entity) => (
              <Card key={entity.id} entity={entity} onStep={move ? (by) => step(entity, by) : null} />
            ))}
          </Column>
        ))}
      </div>
    </>
  );

  function dropped(id: string, name: string) {
    const entity = entities.find((one) => one.id === id);
    if (entity && shown(entity.fields[field.key]) !== name) void move?.(entity, name);
  }
}

interface ColumnProps {
  name: string;
  list: EntityInfo[];
  onDrop: ((id: string) => void) | null;
  children: React.ReactNode;
}

function Column({ name, list, onDrop, children }: ColumnProps) {
  const { t } = useTranslation();
  const [isOver, setOver] = useState(false);
  const over = (event: DragEvent) => {
    if (!onDrop || !event.dataTransfer.types.includes(CARD)) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      className={classes(boardStyles.column, isOver && boardStyles.over)}
      aria-label={name || t("records.without")}
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        setOver(false);
        event.preventDefault();
        onDrop?.(event.dataTransfer.getData(CARD));
      }}
    >
      <h2 className={boardStyles.columnHead}>
        <span>{name || t("records.without")}</span>
        <span className={styles.muted}>{list.length}</span>
      </h2>
      {children}
    </section>
  );
}

function Card({ entity, onStep }: { entity: EntityInfo; onStep: ((by: number) => void) | null }) {
  const keyed = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!onStep || !event.shiftKey || by === undefined) return;
    event.preventDefault();
    onStep(by);
  };
  return (
    <Link
      to="/records"
      search={{ type: entity.typeSlug, record: entity.id }}
      className={boardStyles.card}
      id={`card-${entity.id}`}
      draggable={onStep !== null}
      aria-keyshortcuts={onStep ? "Shift+ArrowLeft Shift+ArrowRight" : undefined}
      onDragStart={(event) => event.dataTransfer.setData(CARD, entity.id)}
      onKeyDown={keyed}
    >
      {entity.title}
    </Link>
  );
}

/** Return what puts a record into another column; nothing where one may not. */
function useMove(field: FieldDef) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  if (!useMay()("entities.team.update")) return null;
  return (entity: EntityInfo, name: string) =>
    act(async () => {
      const body = {
        ...(name ? { fields: { [field.key]: name } } : { unset: [field.key] }),
        expectedVersion: entity.version,
      };
      const path = { entity_id: entity.id };
      await unwrap(api.PUT("/api/entities/{entity_id}", { params: { path }, body }));
      await client.invalidateQueries({ queryKey: ["entities", "list"] });
      announce(t("records.moved", { title: entity.title, column: name || t("records.without") }));
      // The card is drawn anew in its column: whoever moved it by keys goes with it.
      requestAnimationFrame(() => document.getElementById(`card-${entity.id}`)?.focus());
    });
}
