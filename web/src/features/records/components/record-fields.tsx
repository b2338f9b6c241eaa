import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, ResponseInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { percent } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { type Answered, answers, shown } from "../model";
import { responsesQuery } from "../queries";
import styles from "../screen.module.css";
import { Quote } from "./evidence";

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
          line={line}
          isChosen={line.key === chosen}
          onChoose={() => onChoose(line.key)}
        />
      ))}
    </section>
  );
}

interface FieldLineProps {
  line: Answered;
  isChosen: boolean;
  onChoose: () => void;
}

function FieldLine({ line, isChosen, onChoose }: FieldLineProps) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const { label, newest, waits } = line;
  const told = shown(line.value);
  return (
    <div
      className={styles.line}
      data-waits={waits ? "" : undefined}
      data-chosen={isChosen ? "" : undefined}
      data-field=""
    >
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {told || <span className={styles.muted}>{t("records.empty")}</span>}
      </span>
      {newest ? (
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
      ) : (
        <span />
      )}
      {newest ? (
        <div className={styles.inside}>
          <Quote response={newest} />
        </div>
      ) : null}
      {waits && newest ? <Decide response={newest} hasKeys={isChosen} /> : null}
    </div>
  );
}

/** A person's yes or no to a value. */
export function Decide({ response, hasKeys }: { response: ResponseInfo; hasKeys: boolean }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canDecide = useMay()("responses.team.approve");
  const { id } = response;
  const [yes, no] = useMemo(() => {
    const decide = (decision: "approve" | "reject") => () =>
      void act(async () => {
        const path = { response_id: id };
        await unwrap(
          api.POST("/api/responses/{response_id}/decision", { params: { path }, body: { decision } }),
        );
        await client.invalidateQueries({ queryKey: ["entities"] });
      });
    const command = (name: "yes" | "no", key: string, run: () => void): Command => ({
      id: `records.${name}`,
      label: name === "yes" ? t("records.yes") : t("records.no"),
      group: "do",
      keys: [key],
      keyOnly: true,
      run,
    });
    return [command("yes", "y", decide("approve")), command("no", "n", decide("reject"))] as const;
  }, [t, client, act, id]);
  useCommands(useMemo(() => (hasKeys && canDecide ? [yes, no] : []), [hasKeys, canDecide, yes, no]));
  if (!canDecide) return null;
  return (
    <div className={styles.acts}>
      <Button small busy={isBusy} {...(hasKeys ? { keys: "y" } : {})} onClick={() => yes.run()}>
        {yes.label}
      </Button>
      <Button small disabled={isBusy} {...(hasKeys ? { keys: "n" } : {})} onClick={() => no.run()}>
        {no.label}
      </Button>
    </div>
  );
}
