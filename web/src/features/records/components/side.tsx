import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityTypeInfo } from "@/api/schema";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { row } from "@/ui/split";
import { allBriefsQuery, checksQuery, documentsQuery, tasksQuery } from "../queries";
import styles from "../screen.module.css";
import own from "../side.module.css";

const TypeForm = later(() => import("./type-form"));

interface SideProps {
  types: EntityTypeInfo[];
  current: string;
  part: string | undefined;
}

/** Beside the records: their types, what asks for a person's eye, and what all of them share. */
export function Side({ types, current, part }: SideProps) {
  const { t } = useTranslation();
  const may = useMay();
  const [isMaking, setMaking] = useState(false);
  const checks = useQuery(checksQuery).data;
  const documents = useQuery({ ...documentsQuery(), enabled: may("documents.team.read") }).data;
  const briefs = useQuery({ ...allBriefsQuery, enabled: may("responses.team.read") }).data;
  const tasks = useQuery(tasksQuery()).data?.filter(
    ({ parentId, status }) => !parentId && !["completed", "cancelled", "failed"].includes(status),
  );
  const found = [
    ["waiting", checks?.waiting.length],
    ["same", checks?.same.length],
    ["lost", checks?.lost.length],
  ] as const;
  const shared = [
    ["documents", documents?.length],
    ["briefs", briefs?.length],
    ["tasks", tasks?.length],
  ] as const;
  const link = (
    name: (typeof found | typeof shared)[number][0],
    label: string,
    count: number | undefined,
  ) => (
    <li key={name}>
      <Link
        to="/records"
        search={{ part: name }}
        className={row.link}
        aria-current={part === name ? "true" : undefined}
      >
        <span className={row.name}>{label}</span>
        <span className={row.note} data-warns={name === "waiting" && count ? "" : undefined}>
          {count}
        </span>
      </Link>
    </li>
  );
  return (
    <nav className={styles.types} aria-label={t("records.types")}>
      <div className={own.typesTop}>
        <h2 className={styles.typesHead}>{t("records.types")}</h2>
        {may("entity_types.team.create") ? (
          <IconButton small icon={Plus} name={t("records.newType")} onClick={() => setMaking(true)} />
        ) : null}
      </div>
      {isMaking ? <TypeForm onClose={() => setMaking(false)} /> : null}
      <ul>
        {types.map(({ definition, count }) => (
          <li key={definition.slug}>
            <Link
              to="/records"
              search={{ type: definition.slug }}
              className={row.link}
              aria-current={!part && definition.slug === current ? "true" : undefined}
            >
              <span className={row.name}>{definition.plural || definition.name}</span>
              <span className={row.note}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className={styles.typesHead}>{t("records.checks")}</h2>
      <ul>{found.map(([name, count]) => link(name, t(`records.checkNames.${name}`), count))}</ul>
      <h2 className={styles.typesHead}>{t("records.shared")}</h2>
      <ul>{shared.map(([name, count]) => link(name, t(`records.${name}`), count))}</ul>
    </nav>
  );
}
