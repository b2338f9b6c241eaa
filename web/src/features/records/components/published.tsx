import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Send } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { RecordPublication } from "@/api/schema";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Pick } from "@/ui/pick";
import { placesQuery, publicationsQuery } from "../queries";
import styles from "../screen.module.css";

/** Where a record was published outside, and a way to send it there. */
export function Published({ id }: { id: string }) {
  const { t } = useTranslation();
  const sent = useQuery(publicationsQuery(id)).data ?? [];
  const canPublish = useMay()("entities.team.publish");
  return (
    <section className={styles.part} id="published">
      <h3 className={styles.partHead}>
        {t("records.published")} <small>{sent.length}</small>
      </h3>
      {sent.length === 0 ? <p className={styles.none}>{t("records.publishedNone")}</p> : null}
      {sent.map((one) => (
        <Sent key={one.id} publication={one} />
      ))}
      {canPublish ? <SendTo id={id} /> : null}
    </section>
  );
}

function Sent({ publication: one }: { publication: RecordPublication }) {
  const { t, i18n } = useTranslation();
  return (
    <div className={styles.line}>
      <span className={styles.label}>{one.destination}</span>
      <span>
        {t("records.publishedAs", {
          state: t(`records.publishStates.${one.status as "draft"}`, { defaultValue: one.status }),
          version: one.version,
        })}{" "}
        {one.url ? (
          <a href={one.url} target="_blank" rel="noreferrer">
            {t("records.openThere")}
          </a>
        ) : null}
      </span>
      <span className={styles.from}>
        {one.createdBy}, {moment(one.createdAt, Date.now(), i18n.language)}
      </span>
    </div>
  );
}

const STATES = ["draft", "publish"] as const;

function SendTo({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const places = useQuery(placesQuery).data;
  const [chosen, setChosen] = useState("");
  const [status, setStatus] = useState<(typeof STATES)[number]>("draft");
  const first = places?.[0];
  if (!places) return null;
  if (!first) {
    return (
      <p>
        <Link to="/connections" search={{ part: "publish" }}>
          {t("records.addPlace")}
        </Link>
      </p>
    );
  }
  const send = () =>
    act(async () => {
      const made = await unwrap(
        api.POST("/api/entities/{entity_id}/publish", {
          params: { path: { entity_id: id } },
          body: { connection: chosen || first.id, status },
        }),
      );
      await client.invalidateQueries({ queryKey: publicationsQuery(id).queryKey });
      notify({
        tone: "done",
        text: t(made.isNew ? "records.sentTo" : "records.sentBefore", { place: made.destination }),
      });
    });
  return (
    <div className={styles.acts}>
      <Pick
        label={t("records.place")}
        value={chosen || first.id}
        onChange={setChosen}
        options={places.map((one) => ({ value: one.id, label: one.name }))}
      />
      <Pick
        label={t("records.publishAs")}
        value={status}
        onChange={(next) => setStatus(next as "draft")}
        options={STATES.map((value) => ({ value, label: t(`records.publishStates.${value}`) }))}
      />
      <Button icon={Send} busy={isBusy} onClick={() => send()}>
        {t("records.publish")}
      </Button>
    </div>
  );
}
