import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Plus, Search } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityTypeInfo } from "@/api/schema";
import type { readRecords } from "@/lib/addresses";
import { classes } from "@/lib/classes";
import { type Command, useCommands } from "@/lib/commands";
import { useOpened } from "@/lib/opened";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { later } from "@/ui/later";
import { crumbClass, Page } from "@/ui/page";
import { List } from "./components/list";
import { Neighbours } from "./components/neighbours";
import { RecordIndex } from "./components/record-index";
import { Side } from "./components/side";
import { inSentence } from "./model";
import { briefQuery, graphQuery, typesQuery } from "./queries";
import styles from "./screen.module.css";

const route = getRouteApi("/app/records");
const RecordPage = later(() => import("./components/record"));
const BriefPage = later(() => import("./components/brief"));
const DocumentPage = later(() => import("./components/document"));
const TaskPage = later(() => import("./components/task"));
const TasksPage = later(() => import("./components/tasks"));
const SharedPage = later(() => import("./components/shared"));
const ChecksPage = later(() => import("./components/checks"));
const NewRecord = later(() => import("./components/new-record"));
const TypeForm = later(() => import("./components/type-form"));

/** The records of the workspace: types at the side, a list, and what is opened of it. */
export function RecordsScreen() {
  const { t } = useTranslation();
  const search = route.useSearch();
  const known = useQuery(typesQuery).data;
  const types = known ?? [];
  const kind = types.find(({ definition }) => definition.slug === search.type) ?? types[0] ?? null;
  useShownScreen("records", t("records.title"), search.record ? { entityId: search.record } : undefined);
  if (search.record || search.brief || search.document || search.task || search.part) {
    return <OpenedPage types={types} />;
  }
  if (kind) return <OfType types={types} kind={kind} />;
  return known ? <Nothing /> : null; // that there are none is said once it is known
}

/** Return the word for what is opened where that has no name of its own in the head. */
function wordFor({ document, task, part }: ReturnType<typeof readRecords>) {
  if (document || part === "documents") return "records.documents";
  if (part === "waiting" || part === "same" || part === "lost") return `records.checkNames.${part}` as const;
  if (part === "briefs") return "records.briefs";
  return task || part ? "records.tasks" : "records.title";
}

/** What is opened of the records, with the way back to those like it. */
function OpenedPage({ types }: { types: EntityTypeInfo[] }) {
  const { t } = useTranslation();
  const search = route.useSearch();
  const { record, brief } = search;
  const shownBrief = useQuery({ ...briefQuery(brief ?? ""), enabled: brief !== undefined }).data;
  const about = record ?? shownBrief?.entityId;
  const around = useQuery({ ...graphQuery(about ?? ""), enabled: about !== undefined });
  const entity = around.data?.entities.find(({ id }) => id === about);
  const kind = types.find(({ definition }) => definition.slug === entity?.typeSlug)?.definition;
  const slug = kind?.slug ?? "";
  const title = shownBrief
    ? t(`records.kinds.${shownBrief.kind as "executive_summary"}`)
    : (entity?.title ?? t(wordFor(search)));
  return (
    <Page
      title={title}
      scrolls={false}
      actions={<Neighbours id={record} type={slug} />}
      crumbs={
        shownBrief && entity ? (
          <Link to="/records" search={{ record: entity.id }} className={crumbClass}>
            {entity.title}
          </Link>
        ) : (
          <Link to="/records" search={kind ? { type: kind.slug } : {}} className={crumbClass}>
            {kind ? kind.plural || kind.name : t("records.title")}
          </Link>
        )
      }
    >
      {brief ? (
        <BriefPage id={brief} />
      ) : (
        <Beside types={types} current={slug} isOpened>
          <Opened types={types} />
        </Beside>
      )}
    </Page>
  );
}

function Nothing() {
  const { t } = useTranslation();
  const [isMaking, setMaking] = useState(false);
  const canMake = useMay()("entity_types.team.create");
  return (
    <Page
      title={t("records.title")}
      actions={
        canMake ? (
          <Button look="primary" icon={Plus} onClick={() => setMaking(true)}>
            {t("records.newType")}
          </Button>
        ) : null
      }
    >
      {isMaking && canMake ? <TypeForm onClose={() => setMaking(false)} /> : null}
      <Empty title={t("records.emptyTitle")} command="proofroom entities types place.yaml">
        <p>{t("records.emptyText")}</p>
      </Empty>
    </Page>
  );
}

function OfType({ types, kind }: { types: EntityTypeInfo[]; kind: EntityTypeInfo }) {
  const { t } = useTranslation();
  const { definition, count, waiting } = kind;
  const [isMaking, setMaking] = useOpened();
  const [values, setValues] = useState<Record<string, string>>({});
  const [isFinding, setFinding] = useState(false);
  const canMake = useMay()("entities.team.create");
  const make = (given: Record<string, string>) => {
    setValues(given);
    setMaking(true);
  };
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: "records.find",
          label: t("records.find"),
          group: "do",
          keys: ["/"],
          keyOnly: true,
          run: () => setFinding(true),
        },
      ],
      [t],
    ),
  );
  return (
    <Page
      title={definition.plural || definition.name}
      crumbs={
        <Link to="/records" className={crumbClass}>
          {t("records.title")}
        </Link>
      }
      note={
        waiting
          ? t("records.countWaiting", { records: count, count: waiting })
          : t("records.count", { count })
      }
      scrolls={false}
      actions={
        <>
          <Button
            look="quiet"
            icon={Search}
            keys="/"
            aria-pressed={isFinding}
            onClick={() => setFinding(!isFinding)}
          >
            {t("records.findShort")}
          </Button>
          {canMake ? (
            <Button look="primary" icon={Plus} onClick={() => make({})}>
              {t("records.new", { type: inSentence(definition.name) })}
            </Button>
          ) : null}
        </>
      }
    >
      <Beside types={types} current={definition.slug} isList>
        <List key={definition.slug} kind={kind} types={types} isFinding={isFinding} onNew={make} />
      </Beside>
      {isMaking && canMake ? <NewRecord kind={kind} given={values} onClose={() => setMaking(false)} /> : null}
    </Page>
  );
}

function Opened({ types }: { types: EntityTypeInfo[] }) {
  const { record, document, task, part } = route.useSearch();
  if (record) return <RecordPage key={record} id={record} types={types} />;
  if (task) return <TaskPage key={task} id={task} />;
  if (document) return <DocumentPage id={document} />;
  if (part === "documents" || part === "briefs") return <SharedPage part={part} />;
  return part === "tasks" || !part ? <TasksPage /> : <ChecksPage check={part} />;
}

function Beside({
  types,
  current,
  isOpened = false,
  isList = false,
  children,
}: {
  types: EntityTypeInfo[];
  current: string;
  /** True when one thing is shown: a phone has no room for the types beside it. */
  isOpened?: boolean;
  /** True when its own parts scroll. */
  isList?: boolean;
  children: ReactNode;
}) {
  const { part, record } = route.useSearch();
  return (
    <div className={classes(styles.screen, isOpened && styles.opened)}>
      {record ? <RecordIndex id={record} /> : <Side types={types} current={current} part={part} />}
      {isList ? (
        <div className={styles.body}>{children}</div>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div className={styles.body} tabIndex={0} data-scrolls="">
          {children}
        </div>
      )}
    </div>
  );
}
