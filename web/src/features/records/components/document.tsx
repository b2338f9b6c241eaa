import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useLocation } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { bytes } from "@/lib/format";
import { Button } from "@/ui/button";
import own from "../document.module.css";
import { documentQuery } from "../queries";
import styles from "../screen.module.css";

/** A document as it was read; one that is cited opens at the piece that was. */
export default function DocumentPage({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const hash = useLocation({ select: (location) => location.hash });
  const cited = /^\d+$/.test(hash) ? Number(hash) : null;
  const { data, error, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(
    documentQuery(id, Math.max(0, (cited ?? 0) - 1)),
  );
  if (error) return <p className={styles.page}>{t("records.gone")}</p>;
  const paper = data?.pages[0];
  if (!paper) return null;
  const pieces = data.pages.flatMap((page) => page.pieces);
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
      {(pieces[0]?.ord ?? 0) > 0 ? (
        <Link to="/records" search={{ document: id }} hash="">
          {t("records.fromStart")}
        </Link>
      ) : null}
      {pieces.map(({ ord, text }) => (
        <p
          key={ord}
          id={String(ord)}
          className={own.text}
          data-cited={ord === cited ? "" : undefined}
          ref={ord === cited ? (node) => node?.scrollIntoView({ block: "center" }) : undefined}
        >
          {text}
        </p>
      ))}
      {hasNextPage ? (
        <Button busy={isFetchingNextPage} onClick={() => fetchNextPage()}>
          {t("records.readOn")}
        </Button>
      ) : null}
    </article>
  );
}
