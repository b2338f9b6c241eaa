import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { ShownOnce } from "@/ui/shown-once";
import { cell, tableClass } from "@/ui/table";
import styles from "./share.module.css";

/** Links by which somebody without an account can review this proposal: give one, take one back. */
export default function ShareDialog({ proposalId, onClose }: { proposalId: string; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [link, setLink] = useState<string | null>(null);
  const params = { path: { proposal_id: proposalId } };
  const send = async ({ note = "", days = "7" }: Record<string, string>) => {
    const body = { note, days: Number(days) };
    const { path } = await unwrap(api.POST("/api/proposals/{proposal_id}/links", { params, body }));
    setLink(location.origin + path);
    await client.invalidateQueries({ queryKey: [...keys.proposal(proposalId), "links"] });
  };
  return (
    <Dialog open onOpenChange={(open) => (open ? undefined : onClose())} title={t("review.share")} wide>
      <div className={styles.body}>
        <p className={styles.note}>{t("review.shareText")}</p>
        {link ? <ShownOnce title={t("review.linkReady")} text={t("review.linkOnce")} secret={link} /> : null}
        <Form action={t("review.makeLink")} onSend={send} back={t("review.close")} onBack={onClose}>
          <Field label={t("review.linkFor")} name="note" maxLength={200} autoFocus />
          <Field label={t("review.linkDays")} name="days" type="number" min={1} max={30} defaultValue={7} />
        </Form>
        <Links proposalId={proposalId} />
      </div>
    </Dialog>
  );
}

function Links({ proposalId }: { proposalId: string }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const queryKey = [...keys.proposal(proposalId), "links"];
  const links = useQuery({
    queryKey,
    queryFn: () =>
      unwrap(
        api.GET("/api/proposals/{proposal_id}/links", { params: { path: { proposal_id: proposalId } } }),
      ),
  });
  const revoke = (id: string) =>
    act(async () => {
      await unwrap(api.DELETE("/api/links/{link_id}", { params: { path: { link_id: id } } }));
      await client.invalidateQueries({ queryKey });
    });
  if (!links.data?.length) return null;
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("review.links")}</caption>
      <tbody>
        {links.data.map((link) => (
          <tr key={link.id}>
            <th scope="row" className={cell.fill}>
              {link.note || t("review.linkPlain")}
            </th>
            <td className={cell.muted}>
              {t("review.linkUntil", { time: moment(link.expiresAt, Date.now(), i18n.language) })}
            </td>
            <td className={cell.actions}>
              <Button small look="quiet" onClick={() => revoke(link.id)}>
                {t("review.linkRevoke")}
              </Button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
