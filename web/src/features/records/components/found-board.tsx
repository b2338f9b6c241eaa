import { useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { type DragEvent, type KeyboardEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, FieldDef } from "@/api/schema";
import { announce } from "@/lib/announce";
import { classes } from "@/lib/classes";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { IconButton } from "@/ui/icon-button";
import { StateWord } from "@/ui/state-word";
import boardStyles from "../board.module.css";
import { columns, shown } from "../model";
import styles from "../screen.module.css";

const CARD = "application/x-proofroom-record";

interface BoardProps {
  kind: EntityTypeInfo;
  entities: EntityInfo[];
  field: FieldDef;
  /** Makes a record that stands in a column from the start; null where one may not. */
  onNew: ((values: Record<string, string>) => void) | null;
}

/** Records in columns by a field; a card is moved with the mouse, or with Shift and an arrow. */
export function FoundBoard({ kind, entities, field, onNew }: BoardProps) {
  const { t } = useTranslation();
  const move = useMove(field);
  const found = columns(entities, field.key, field.options ?? []);
  const names = found.map(([name]) => name);
  const step = (entity: EntityInfo, by: number) => {
    const next = names[names.indexOf(shown(entity.fields[field.key])) + by];
    if (next !== undefined) void move?.(entity, next);
  };
  return (
    <div className={boardStyles.whole}>
      <div className={boardStyles.board}>
        {found.map(([name, list]) => (
          <Column
            key={name}
            name={name}
            list={list}
            onDrop={move ? (id) => dropped(id, name) : null}
            onNew={onNew && name ? () => onNew({ [field.key]: name }) : null}
          >
            {list.map((entity) => (
              <Card
                key={entity.id}
                entity={entity}
                said={said(entity)}
                onStep={move ? (by) => step(entity, by) : null}
              />
            ))}
          </Column>
        ))}
      </div>
      {move ? <p className={boardStyles.hint}>{t("records.boardHint")}</p> : null}
    </div>
  );

  /** What a record is told by beside its name: its first fields that are filled in. */
  function said({ fields: values }: EntityInfo): string {
    const told = (kind.definition.fields ?? []).filter(
      ({ key, type }) => key !== field.key && type !== "longText",
    );
    return told.map(({ key }) => shown(values[key])).find(Boolean) ?? "";
  }

  function dropped(id: string, name: string) {
    const entity = entities.find((one) => one.id === id);
    if (entity && shown(entity.fields[field.key]) !== name) void move?.(entity, name);
  }
}

interface ColumnProps {
  name: string;
  list: EntityInfo[];
  onDrop: ((id: string) => void) | null;
  onNew: (() => void) | null;
  children: React.ReactNode;
}

function Column({ name, list, onDrop, onNew, children }: ColumnProps) {
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
        {onNew ? (
          <span className={boardStyles.add}>
            <IconButton small icon={Plus} name={t("records.newIn", { column: name })} onClick={onNew} />
          </span>
        ) : null}
      </h2>
      {children}
    </section>
  );
}

interface CardProps {
  entity: EntityInfo;
  said: string;
  onStep: ((by: number) => void) | null;
}

function Card({ entity, said, onStep }: CardProps) {
  const { t, i18n } = useTranslation();
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
      <span className={boardStyles.name}>{entity.title}</span>
      <span className={boardStyles.said}>{said}</span>
      {entity.waiting ? (
        <StateWord tone="finding">{t("records.fieldCount", { count: entity.waiting })}</StateWord>
      ) : (
        <span className={boardStyles.when}>{moment(entity.updatedAt, Date.now(), i18n.language)}</span>
      )}
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
