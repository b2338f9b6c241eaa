import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useAgentName } from "@/api/agents";
import { moment } from "@/lib/format";
import { StateWord } from "@/ui/state-word";
import { toneOf } from "../model";
import { briefsQuery, documentsQuery, tasksQuery } from "../queries";
import styles from "../screen.module.css";
import { NewTask } from "./tasks";
import { UploadDocument } from "./upload-document";

/** What hangs on a record: documents, briefs and tasks. */
export function Related({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const agentName = useAgentName();
  const documents = useQuery(documentsQuery(id)).data ?? [];
  const briefs = useQuery(briefsQuery(id)).data ?? [];
  const tasks = (useQuery(tasksQuery(id)).data ?? []).filter(({ parentId }) => !parentId);
  return (
    <>
      <section className={styles.part} id="documents">
        <div className={styles.partHead}>
          <h3>{t("records.documents")}</h3>
          <small>{documents.length}</small>
          <span className={styles.columns}>
            <UploadDocument id={id} />
          </span>
        </div>
        {documents.length === 0 ? <p className={styles.none}>{t("records.documentsNone")}</p> : null}
        {documents.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{one.mime.split("/").at(-1)}</span>
            <Link to="/records" search={{ document: one.id }}>
              {one.title}
            </Link>
            <span className={styles.from}>{moment(one.createdAt, Date.now(), i18n.language)}</span>
          </div>
        ))}
      </section>
      <section className={styles.part} id="briefs">
        <h3 className={styles.partHead}>
          {t("records.briefs")} <small>{briefs.length}</small>
        </h3>
        {briefs.length === 0 ? <p className={styles.none}>{t("records.briefsNone")}</p> : null}
        {briefs.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{t(`records.kinds.${one.kind as "executive_summary"}`)}</span>
            <Link to="/records" search={{ brief: one.id }}>
              {one.headline || t("records.beingWritten")}
            </Link>
            <StateWord tone={toneOf(one.status)}>{t(`records.states.${one.status as "running"}`)}</StateWord>
          </div>
        ))}
      </section>
      <section className={styles.part} id="tasks">
        <div className={styles.partHead}>
          <h3>{t("records.tasks")}</h3>
          <small>{tasks.length}</small>
          <span className={styles.columns}>
            <NewTask entityId={id} />
          </span>
        </div>
        {tasks.length === 0 ? <p className={styles.none}>{t("records.tasksNone")}</p> : null}
        {tasks.map((one) => (
          <div key={one.id} className={styles.line}>
            <span className={styles.label}>{one.agent ? agentName(one.agent) : ""}</span>
            <Link to="/records" search={{ task: one.id }}>
              {one.title}
            </Link>
            <span className={styles.from}>{t(`records.taskStates.${one.status as "open"}`)}</span>
          </div>
        ))}
      </section>
    </>
  );
}
