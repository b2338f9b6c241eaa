import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { bytes } from "@/lib/format";
import { documentQuery } from "../queries";
import styles from "../screen.module.css";

/** A document as it was read. */
export default function DocumentPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const { data: paper, error } = useQuery(documentQuery(id));
  if (error) return <p className={styles.page}>{t("records.gone")}</p>;
  if (!paper) return null;
  return (
    <article className={styles.page}>
      <h2 className={styles.title}>{paper.title}</h2>
      <p className={styles.muted}>
        {paper.mime} · {bytes(paper.size, i18n.language)} · {paper.createdBy}
        {paper.entityId ? (
          <>
            {" · "}
            <Link to="/records" search={{ record: paper.entityId }}>
              {t("records.itsRecord")}
            </Link>
          </>
        ) : null}
      </p>
      <p className={styles.text}>{paper.text}</p>
      {paper.next === null ? null : <p className={styles.muted}>{t("records.cut")}</p>}
    </article>
  );
}
