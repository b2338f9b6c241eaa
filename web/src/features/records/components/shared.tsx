import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { bytes, moment } from "@/lib/format";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { toneOf } from "../model";
import { allBriefsQuery, documentsQuery } from "../queries";
import styles from "../screen.module.css";

/** All documents or all briefs of the workspace, whatever record they belong to. */
export default function SharedPage({ part }: { part: "documents" | "briefs" }) {
  return part === "documents" ? <Documents /> : <Briefs />;
}

function Documents() {
  const { t, i18n } = useTranslation();
  const found = useQuery(documentsQuery()).data ?? [];
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t("records.documents")}</h2>
      {found.length === 0 ? <p className={styles.muted}>{t("records.noDocuments")}</p> : null}
      <table className={tableClass}>
        <thead className="hidden-text">
          <tr>
            <th>{t("records.name")}</th>
            <th>{t("records.itsRecord")}</th>
            <th>{t("records.size")}</th>
            <th>{t("records.filledAt")}</th>
          </tr>
        </thead>
        <tbody>
          {found.map(({ id, title, entityId, size, createdAt }) => (
            <tr key={id}>
              <td className={cell.fill}>
                <Link to="/records" search={{ document: id }}>
                  {title}
                </Link>
              </td>
              <td>
                {entityId ? (
                  <Link to="/records" search={{ record: entityId }}>
                    {t("records.itsRecord")}
                  </Link>
                ) : null}
              </td>
              <td className={cell.number}>{bytes(size, i18n.language)}</td>
              <td className={cell.number}>{moment(createdAt, Date.now(), i18n.language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Briefs() {
  const { t, i18n } = useTranslation();
  const found = useQuery(allBriefsQuery).data ?? [];
  return (
    <div className={styles.page}>
      <h2 className={styles.title}>{t("records.briefs")}</h2>
      {found.length === 0 ? <p className={styles.muted}>{t("records.noBriefs")}</p> : null}
      {found.map(({ id, kind, headline, status, createdAt }) => (
        <div key={id} className={styles.line}>
          <span className={styles.label}>{t(`records.kinds.${kind as "executive_summary"}`)}</span>
          <Link to="/records" search={{ brief: id }}>
            {headline || t("records.beingWritten")}
          </Link>
          <span className={styles.from}>
            {status === "completed" ? (
              moment(createdAt, Date.now(), i18n.language)
            ) : (
              <StateWord tone={toneOf(status)}>{t(`records.states.${status as "running"}`)}</StateWord>
            )}
          </span>
        </div>
      ))}
    </div>
  );
}
