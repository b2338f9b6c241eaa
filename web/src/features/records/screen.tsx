import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityTypeInfo } from "@/api/schema";
import { useOpened } from "@/lib/opened";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { later } from "@/ui/later";
import { Page } from "@/ui/page";
import { row } from "@/ui/split";
import { List } from "./components/list";
import { typesQuery } from "./queries";
import styles from "./screen.module.css";

const route = getRouteApi("/app/records");
const RecordPage = later(() => import("./components/record"));
const BriefPage = later(() => import("./components/brief"));
const DocumentPage = later(() => import("./components/document"));
const TasksPage = later(() => import("./components/tasks"));
const NewRecord = later(() => import("./components/new-record"));

/** The records of the workspace: types at the side, a list, and what is opened of it. */
export function RecordsScreen() {
  const { t } = useTranslation();
  const { type: slug, record, brief, document, part } = route.useSearch();
  const types = useQuery(typesQuery);
  const kind = types.data?.find(({ definition }) => definition.slug === slug) ?? types.data?.[0] ?? null;
  const [isMaking, setMaking] = useOpened();
  const canMake = useMay()("entities.team.create") && kind !== null;
  useShownScreen("records", t("records.title"), record ? { entityId: record } : undefined);
  const isOpen = record || brief || document || part === "tasks";
  return (
    <Page
      title={kind && !isOpen ? kind.definition.plural || kind.definition.name : t("records.title")}
      note={kind && !isOpen ? t("records.count", { count: kind.count }) : null}
      scrolls={false}
      actions={
        canMake && !isOpen ? (
          <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
            {t("records.new", { type: kind.definition.name })}
          </Button>
        ) : null
      }
    >
      {types.data?.length === 0 && !isOpen ? (
        <Empty title={t("records.emptyTitle")} command="proofroom entities types place.yaml">
          <p>{t("records.emptyText")}</p>
        </Empty>
      ) : (
        <div className={styles.screen}>
          <Types types={types.data ?? []} current={isOpen ? "" : (kind?.definition.slug ?? "")} part={part} />
          <div className={styles.body}>
            {record ? (
              <RecordPage key={record} id={record} types={types.data ?? []} />
            ) : brief ? (
              <BriefPage id={brief} />
            ) : document ? (
              <DocumentPage id={document} />
            ) : part === "tasks" ? (
              <TasksPage />
            ) : kind ? (
              <List key={kind.definition.slug} kind={kind} />
            ) : null}
          </div>
        </div>
      )}
      {isMaking && canMake ? <NewRecord kind={kind} onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}

interface TypesProps {
  types: EntityTypeInfo[];
  current: string;
  part: string | undefined;
}

function Types({ types, current, part }: TypesProps) {
  const { t } = useTranslation();
  return (
    <nav className={styles.types} aria-label={t("records.types")}>
      <h2 className={styles.typesHead}>{t("records.types")}</h2>
      <ul>
        {types.map(({ definition, count }) => (
          <li key={definition.slug}>
            <Link
              to="/records"
              search={{ type: definition.slug }}
              className={row.link}
              aria-current={definition.slug === current ? "true" : undefined}
            >
              <span className={row.name}>{definition.plural || definition.name}</span>
              <span className={row.note}>{count}</span>
            </Link>
          </li>
        ))}
      </ul>
      <h2 className={styles.typesHead}>{t("records.shared")}</h2>
      <Link
        to="/records"
        search={{ part: "tasks" }}
        className={row.link}
        aria-current={part === "tasks" ? "true" : undefined}
      >
        <span className={row.name}>{t("records.tasks")}</span>
      </Link>
    </nav>
  );
}
