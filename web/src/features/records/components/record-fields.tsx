import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, FieldDef, ResponseInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { type Command, useCommands } from "@/lib/commands";
import { moment, percent } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import own from "../edit.module.css";
import { type Answered, answers, shown } from "../model";
import { responsesQuery, triedQuery } from "../queries";
import styles from "../screen.module.css";
import { EditValue } from "./edit-value";
import { Quote } from "./evidence";
import { AskThem } from "./fill";

interface FieldsProps {
  entity: EntityInfo;
  kind: EntityTypeInfo | undefined;
  /** The field whose evidence is shown beside. */
  chosen: string | undefined;
  onChoose: (key: string) => void;
}

/** The fields of a record, each with where its value comes from and how sure it is. */
export function Fields({ entity, kind, chosen, onChoose }: FieldsProps) {
  const { t } = useTranslation();
  const responses = useQuery(responsesQuery(entity.id)).data ?? [];
  const lines = answers(kind?.definition.fields ?? [], entity.fields, responses);
  const waiting = lines.filter(({ waits }) => waits).length;
  const hasSource = lines.some(({ newest }) => newest);
  return (
    <section className={styles.part} id="fields">
      <div className={styles.partHead}>
        <h3>{t("records.fields")}</h3>
        <small>{waiting ? t("records.waits", { count: waiting }) : lines.length}</small>
        {hasSource ? (
          <small className={styles.columns}>
            <span>{t("records.whereFrom")}</span>
            <span>{t("records.howSure")}</span>
          </small>
        ) : null}
      </div>
      {lines.map((line) => (
        <FieldLine
          key={line.key}
          entity={entity}
          field={kind?.definition.fields?.find(({ key }) => key === line.key)}
          line={line}
          isChosen={line.key === chosen}
          onChoose={() => onChoose(line.key)}
        />
      ))}
    </section>
  );
}

interface FieldLineProps {
  entity: EntityInfo;
  field: FieldDef | undefined;
  line: Answered;
  isChosen: boolean;
  onChoose: () => void;
}

function FieldLine({ entity, field, line, isChosen, onChoose }: FieldLineProps) {
  const { t } = useTranslation();
  const canChange = useMay()("entities.team.update");
  const [isEditing, setEditing] = useState(false);
  const { label, newest, waits } = line;
  const tried = useTried(entity.id, newest ? "" : line.key);
  const told = shown(line.value) || <Empty tried={tried} />;
  return (
    <div
      className={styles.line}
      data-waits={waits ? "" : undefined}
      data-chosen={isChosen ? "" : undefined}
      data-field=""
    >
      <span className={styles.label}>{label}</span>
      {canChange && field && !waits ? (
        <button
          type="button"
          className={classes(styles.value, own.pressed)}
          aria-label={`${t("records.change", { field: label })}: ${shown(line.value)}`}
          onClick={() => setEditing(true)}
        >
          {told}
        </button>
      ) : (
        <span className={styles.value}>{told}</span>
      )}
      <Whence entity={entity} line={line} tried={tried} isChosen={isChosen} onChoose={onChoose} />
      {newest ? (
        <div className={styles.inside}>
          <Quote response={newest} />
        </div>
      ) : null}
      {isEditing && field ? (
        <EditValue
          entity={entity}
          field={field}
          value={line.value}
          proposed={waits ? newest : null}
          onDone={() => setEditing(false)}
        />
      ) : waits && newest ? (
        <Decide response={newest} hasKeys={isChosen} onEdit={() => setEditing(true)} />
      ) : null}
    </div>
  );
}

function Empty({ tried }: { tried: string | undefined }) {
  const { t } = useTranslation();
  return (
    <span className={styles.muted}>
      {t("records.empty")}
      {tried ? <small> {tried}</small> : null}
    </span>
  );
}

interface WhenceProps {
  entity: EntityInfo;
  line: Answered;
  tried: string | undefined;
  isChosen: boolean;
  onChoose: () => void;
}

/** Where a value comes from; of one that nobody found, whom to ask again. */
function Whence({ entity, line, tried, isChosen, onChoose }: WhenceProps) {
  const { key, label, newest, value } = line;
  if (newest) return <Source label={label} newest={newest} isChosen={isChosen} onChoose={onChoose} />;
  return tried && !shown(value) ? <AskThem entity={entity} field={key} label={label} /> : <span />;
}

/** Say who looked last for a field that stayed empty; nothing where nobody did. */
function useTried(entityId: string, fieldKey: string): string | undefined {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const tried = useQuery(triedQuery(entityId)).data?.find((one) => one.fieldKey === fieldKey);
  if (!tried) return undefined;
  const when = moment(tried.at, Date.now(), i18n.language);
  return t("records.lookedFor", { who: agentName(tried.agent), when });
}

interface SourceProps {
  label: string;
  newest: ResponseInfo;
  isChosen: boolean;
  onChoose: () => void;
}

/** Who gave a value and how sure that is; pressed, it shows what stands behind it. */
function Source({ label, newest, isChosen, onChoose }: SourceProps) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  return (
    <button
      type="button"
      className={styles.source}
      aria-pressed={isChosen}
      aria-label={t("records.evidenceFor", { field: label })}
      onClick={onChoose}
    >
      <span>{newest.agent ? agentName(newest.agent) : t("records.byHand")}</span>
      <span className={styles.sure}>
        {newest.confidence === null ? "" : percent(newest.confidence, i18n.language)}
      </span>
    </button>
  );
}

interface DecideProps {
  response: ResponseInfo;
  hasKeys: boolean;
  /** Opens the value for a person to edit before the yes. */
  onEdit?: () => void;
}

/** A person's yes or no to a value, or an edit of it first. */
export function Decide({ response, hasKeys, onEdit }: DecideProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canDecide = useMay()("responses.team.approve");
  const { id } = response;
  const canEdit = useMay()("entities.team.update") && onEdit !== undefined;
  const edit = useRef(onEdit);
  edit.current = onEdit;
  const [yes, no, change] = useMemo(() => {
    const decide = (decision: "approve" | "reject") => () =>
      void act(async () => {
        const path = { response_id: id };
        await unwrap(
          api.POST("/api/responses/{response_id}/decision", { params: { path }, body: { decision } }),
        );
        await client.invalidateQueries({ queryKey: ["entities"] });
      });
    const command = (id: string, label: string, key: string, run: () => void): Command => ({
      id,
      label,
      group: "do",
      keys: [key],
      keyOnly: true,
      run,
    });
    return [
      command("records.yes", t("records.yes"), "y", decide("approve")),
      command("records.no", t("records.no"), "n", decide("reject")),
      command("records.edit", t("records.edit"), "e", () => edit.current?.()),
    ] as const;
  }, [t, client, act, id]);
  useCommands(
    useMemo(
      () => (hasKeys && canDecide ? [yes, no, ...(canEdit ? [change] : [])] : []),
      [hasKeys, canDecide, canEdit, yes, no, change],
    ),
  );
  if (!canDecide) return null;
  return (
    <div className={styles.acts}>
      <Button small busy={isBusy} {...(hasKeys ? { keys: "y" } : {})} onClick={() => yes.run()}>
        {yes.label}
      </Button>
      <Button small disabled={isBusy} {...(hasKeys ? { keys: "n" } : {})} onClick={() => no.run()}>
        {no.label}
      </Button>
      {canEdit ? (
        <Button
          small
          look="quiet"
          disabled={isBusy}
          {...(hasKeys ? { keys: "e" } : {})}
          onClick={() => change.run()}
        >
          {change.label}
        </Button>
      ) : null}
    </div>
  );
}
