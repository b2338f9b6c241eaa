import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo, WaitingValue } from "@/api/schema";
import { moment, percent } from "@/lib/format";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import listStyles from "../list.module.css";
import { shown } from "../model";
import { checksQuery, typesQuery } from "../queries";
import styles from "../screen.module.css";
import { Quote } from "./evidence";
import { Decide } from "./record-fields";

const Merge = later(() => import("./merge"));

type Check = "waiting" | "same" | "lost";

/** What of the records asks for a person's eye, with what can be done about it. */
export default function ChecksPage({ check }: { check: Check }) {
  const { t } = useTranslation();
  const found = useQuery(checksQuery).data;
  const types = useQuery(typesQuery).data ?? [];
  if (!found) return null;
  const isEmpty = found[check].length === 0;
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t(`records.checkNames.${check}`)}</h2>
      <p className={styles.muted}>
        {t(isEmpty ? `records.checkNone.${check}` : `records.checkTold.${check}`)}
      </p>
      {check === "waiting"
        ? found.waiting.map((one, at) => <Value key={one.id} value={one} hasKeys={at === 0} />)
        : null}
      {check === "lost" ? found.lost.map((one) => <Value key={one.id} value={one} />) : null}
      {check === "same"
        ? found.same.map((group) => <Same key={group[0]?.id} group={group} types={types} />)
        : null}
    </div>
  );
}

/** A value with the record and the field it is for. */
function Value({ value, hasKeys = false }: { value: WaitingValue; hasKeys?: boolean }) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.line} data-waits="" data-chosen={hasKeys ? "" : undefined}>
      <Link to="/records" search={{ type: value.typeSlug, record: value.entityId }} className={styles.label}>
        {value.title}
      </Link>
      <span className={styles.value}>
        <span className={styles.muted}>{value.label}:</span> {shown(value.value)}
      </span>
      <span className={styles.from}>
        {value.lost ? value.lost : value.confidence === null ? "" : percent(value.confidence, i18n.language)}
      </span>
      <div className={listStyles.below}>
        <Quote response={value} />
      </div>
      {value.lost ? (
        <p className={listStyles.below}>{t("records.lostNext")}</p>
      ) : (
        <Decide response={value} hasKeys={hasKeys} />
      )}
    </div>
  );
}

function Same({ group, types }: { group: EntityInfo[]; types: EntityTypeInfo[] }) {
  const { t, i18n } = useTranslation();
  const [isMerging, setMerging] = useState(false);
  const canMerge = useMay()("entities.team.delete");
  const [one, other] = group;
  const kind = types.find(({ definition }) => definition.slug === one?.typeSlug);
  return (
    <ul className={listStyles.same}>
      {group.map(({ id, title, typeSlug, updatedAt, updatedBy }) => (
        <li key={id} className={styles.line}>
          <span className={styles.label}>{updatedBy}</span>
          <Link to="/records" search={{ type: typeSlug, record: id }}>
            {title}
          </Link>
          <span className={styles.from}>{moment(updatedAt, Date.now(), i18n.language)}</span>
        </li>
      ))}
      {canMerge && one && other ? (
        <li>
          <Button
            small
            onClick={() => setMerging(true)}
            aria-label={t("records.mergeThese", { one: one.title, other: other.title })}
          >
            {t("records.mergeOpen")}
          </Button>
        </li>
      ) : null}
      {isMerging && one && other ? (
        <Merge kind={kind} pair={[one, other]} onClose={() => setMerging(false)} />
      ) : null}
    </ul>
  );
}
