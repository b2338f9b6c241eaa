import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, ResponseInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { shown } from "../model";
import { responsesQuery } from "../queries";
import styles from "../screen.module.css";

/** The fields of a record, each with what says so, how sure its agent is, and a yes or no where it waits. */
export function Fields({ entity, kind }: { entity: EntityInfo; kind: EntityTypeInfo | undefined }) {
  const { t } = useTranslation();
  const responses = useQuery(responsesQuery(entity.id)).data ?? [];
  const fields = kind?.definition.fields ?? [];
  const waiting = responses.filter(({ status }) => status === "proposed").length;
  return (
    <section className={styles.part} id="fields">
      <h3 className={styles.partHead}>
        {t("records.fields")}{" "}
        <small>{waiting ? t("records.waits", { count: waiting }) : fields.length}</small>
      </h3>
      {fields.map(({ key, label }) => (
        <FieldLine
          key={key}
          label={label || key}
          value={entity.fields[key]}
          newest={responses.find((one) => one.fieldKey === key && one.status !== "rejected") ?? null}
        />
      ))}
    </section>
  );
}

interface FieldLineProps {
  label: string;
  value: unknown;
  newest: ResponseInfo | null;
}

function FieldLine({ label, value, newest }: FieldLineProps) {
  const { t } = useTranslation();
  const agentName = useAgentName();
  const waits = newest?.status === "proposed" ? newest : null;
  const told = shown(waits ? waits.value : value);
  return (
    <div className={styles.line} data-waits={waits ? "" : undefined}>
      <span className={styles.label}>{label}</span>
      <span className={styles.value}>
        {told || <span className={styles.muted}>{t("records.empty")}</span>}
      </span>
      <span className={styles.from}>
        {newest ? (newest.agent ? agentName(newest.agent) : t("records.byHand")) : ""}{" "}
        {typeof newest?.confidence === "number"
          ? t("records.sure", { share: Math.round(100 * newest.confidence) })
          : ""}
      </span>
      {newest ? <Evidence response={newest} /> : null}
      {waits ? <Decide response={waits} /> : null}
    </div>
  );
}

interface Citation {
  documentId?: string;
  entityId?: string;
  url?: string;
  ord?: number;
  quote?: string;
}

/** What says so: the words, and the way to where they stand. */
function Evidence({ response }: { response: ResponseInfo }) {
  const { t } = useTranslation();
  const cited = response.citations as Citation[];
  return cited.map((one) => (
    <blockquote key={`${one.documentId ?? one.entityId ?? one.url}${one.quote}`} className={styles.quote}>
      {one.quote ? `${one.quote} ` : null}
      {one.documentId ? (
        <Link to="/records" search={{ document: one.documentId }} hash={String(one.ord ?? 0)}>
          {t("records.openSource")}
        </Link>
      ) : one.entityId ? (
        <Link to="/records" search={{ record: one.entityId }}>
          {t("records.openSource")}
        </Link>
      ) : one.url ? (
        <a href={one.url} target="_blank" rel="noreferrer">
          {t("records.openSource")}
        </a>
      ) : null}
    </blockquote>
  ));
}

function Decide({ response }: { response: ResponseInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  if (!useMay()("responses.team.approve")) return null;
  const decide = (decision: "approve" | "reject") =>
    act(async () => {
      const path = { response_id: response.id };
      await unwrap(
        api.POST("/api/responses/{response_id}/decision", { params: { path }, body: { decision } }),
      );
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <div className={styles.acts}>
      <Button small busy={isBusy} onClick={() => decide("approve")}>
        {t("records.yes")}
      </Button>
      <Button small look="quiet" disabled={isBusy} onClick={() => decide("reject")}>
        {t("records.no")}
      </Button>
    </div>
  );
}
