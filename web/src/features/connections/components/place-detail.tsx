import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { PlugZap, Trash2 } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import type { RecordDestination } from "@/api/schema";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { cell, tableClass } from "@/ui/table";
import { placesQuery, sentQuery } from "../queries";
import { BackLink } from "./back";
import styles from "./connections.module.css";

const Confirm = later(() => import("@/ui/confirm"));

interface DetailProps {
  place: RecordDestination;
  onGone: () => void;
}

/** One place to publish to: whether it answers, what was sent there, and a way to forget it. */
export function PlaceDetail({ place, onGone }: DetailProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [told, setTold] = useState<string | null>(null);
  const [isLeaving, setLeaving] = useState(false);
  const params = { path: { connection_id: place.id } };
  const test = () =>
    act(async () => {
      const failed = await unwrap(
        api.POST("/api/publish-destinations/{connection_id}/test", { params }),
      ).then(
        () => "",
        (thrown: unknown) => asApiError(thrown).message,
      );
      setTold(failed);
    });
  const remove = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/publish-destinations/{connection_id}", { params }));
      notify({ tone: "done", text: t("connections.deleted", { name: place.name }) });
      onGone();
      await client.invalidateQueries({ queryKey: placesQuery.queryKey });
    });
  return (
    <>
      <BackLink />
      <h2 className={styles.title}>{place.name}</h2>
      <p className={styles.state}>
        <span>{place.provider}</span>
        <span>{place.url}</span>
      </p>
      {told === null ? null : (
        <div className={styles.notice}>
          <Notice
            tone={told ? "danger" : "plain"}
            title={t(told ? "connections.testFailed" : "connections.placeAnswers")}
            alert
          >
            {told ? <p>{told}</p> : null}
          </Notice>
        </div>
      )}
      <div className={styles.actions}>
        <Button icon={PlugZap} busy={isBusy} onClick={() => test()}>
          {t("connections.test")}
        </Button>
        <Button look="danger" icon={Trash2} onClick={() => setLeaving(true)}>
          {t("connections.delete")}
        </Button>
      </div>
      <Sent id={place.id} />
      {isLeaving ? (
        <Confirm
          open
          onClose={() => setLeaving(false)}
          title={t("connections.deleteTitle", { name: place.name })}
          text={t("connections.deletePlaceText")}
          keep={t("connections.keep")}
          act={t("connections.delete")}
          onAct={() => {
            setLeaving(false);
            void remove();
          }}
        />
      ) : null}
    </>
  );
}

/** What was sent to a place. */
function Sent({ id }: { id: string }) {
  const { t, i18n } = useTranslation();
  const sent = useQuery(sentQuery(id)).data ?? [];
  if (sent.length === 0) return <p className={styles.none}>{t("connections.nothingSent")}</p>;
  return (
    <table className={tableClass}>
      <thead>
        <tr>
          <th>{t("connections.sentWhat")}</th>
          <th>{t("connections.sentBy")}</th>
          <th className={cell.number}>{t("connections.sentWhen")}</th>
        </tr>
      </thead>
      <tbody>
        {sent.map((one) => (
          <tr key={one.id}>
            <td className={cell.fill}>
              <Link to="/records" search={{ record: one.entityId }}>
                {one.title}
              </Link>{" "}
              {one.url ? (
                <a href={one.url} target="_blank" rel="noreferrer">
                  {t("connections.openThere")}
                </a>
              ) : null}
            </td>
            <td className={cell.muted}>{one.createdBy}</td>
            <td className={cell.number}>{moment(one.createdAt, Date.now(), i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
