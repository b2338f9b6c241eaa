import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { moment } from "@/lib/format";
import { row } from "@/ui/split";
import {
  briefsQuery,
  documentsQuery,
  graphQuery,
  publicationsQuery,
  responsesQuery,
  tasksQuery,
} from "../queries";
import styles from "../screen.module.css";
import own from "../side.module.css";

/** The parts of a record, each with how much there is, and how the record came to be as it is. */
export function RecordIndex({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const around = useQuery(graphQuery(id)).data;
  const answers = useQuery(responsesQuery(id)).data ?? [];
  const waiting = answers.filter(({ status }) => status === "proposed");
  const documents = useQuery(documentsQuery(id)).data;
  const briefs = useQuery(briefsQuery(id)).data;
  const tasks = useQuery(tasksQuery(id)).data?.filter(({ parentId }) => !parentId);
  const sent = useQuery(publicationsQuery(id)).data;
  const entity = around?.entities.find((one) => one.id === id);
  const parts = [
    ["fields", waiting.length > 0 ? t("records.waits", { count: waiting.length }) : ""],
    ["relations", around?.relations.length],
    ["documents", documents?.length],
    ["briefs", briefs?.length],
    ["tasks", tasks?.length],
    ["published", sent?.length],
    ["answers", answers.filter(({ agent }) => agent).length],
    ["activity", entity ? moment(entity.updatedAt, Date.now(), i18n.language) : ""],
  ] as const;
  return (
    <nav className={styles.types} aria-label={t("records.parts")}>
      <ul>
        {parts.map(([part, note]) => (
          <li key={part}>
            <Link
              to="/records"
              search={{ record: id }}
              hash={part}
              className={row.link}
              activeOptions={{ includeHash: true }}
            >
              <span className={row.name}>{t(`records.${part}`)}</span>
              <span className={row.note}>{note}</span>
            </Link>
          </li>
        ))}
      </ul>
      {entity ? (
        <p className={own.facts}>
          <span>{t("records.versionLong", { version: entity.version })}</span>
          <span>{t("records.keptByLong", { name: entity.updatedBy })}</span>
          <span>{moment(entity.updatedAt, Date.now(), i18n.language)}</span>
        </p>
      ) : null}
    </nav>
  );
}
