import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { Link, useLocation, useNavigate } from "@tanstack/react-router";
import { Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import { bytes } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import own from "../document.module.css";
import { documentQuery } from "../queries";
import styles from "../screen.module.css";

const Confirm = later(() => import("@/ui/confirm"));

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
      <div className={styles.head}>
        <h2 className={styles.title}>{paper.title}</h2>
        <DeleteDocument id={id} title={paper.title} entityId={paper.entityId} />
      </div>
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

/** Deletes a document for good. */
function DeleteDocument({ id, title, entityId }: { id: string; title: string; entityId: string | null }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  if (!useMay()("documents.team.delete")) return null;
  const remove = () =>
    act(async () => {
      setAsking(false);
      const params = { path: { document_id: id } };
      await unwrap(api.DELETE("/api/documents/{document_id}", { params }));
      await navigate({
        to: "/records",
        search: entityId ? { record: entityId } : { part: "documents" },
        replace: true,
      });
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <>
      <IconButton
        icon={Trash2}
        name={t("records.removeDocument")}
        disabled={isBusy}
        onClick={() => setAsking(true)}
      />
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("records.deleteDocumentTitle", { title })}
          text={t("records.deleteDocumentText")}
          keep={t("records.keep")}
          act={t("records.deleteView")}
          onAct={remove}
        />
      ) : null}
    </>
  );
}
