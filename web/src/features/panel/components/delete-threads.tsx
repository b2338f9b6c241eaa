import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { age } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { IconButton } from "@/ui/icon-button";
import { cell, tableClass } from "@/ui/table";
import { conversationsQuery } from "../queries";
import { useThread } from "../store";
import { startFresh } from "../thread";

/** One's own conversations with a way to delete each. */
export default function DeleteThreads({ onClose }: { onClose: () => void }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const list = useQuery(conversationsQuery).data ?? [];
  const remove = (id: string) =>
    act(async () => {
      const params = { path: { conversation_id: id } };
      await unwrap(api.DELETE("/api/conversations/{conversation_id}", { params }));
      if (useThread.getState().conversationId === id) startFresh();
      await client.invalidateQueries({ queryKey: keys.conversations });
    });
  return (
    <Dialog open onOpenChange={onClose} title={t("panel.deleteThreadsTitle")}>
      <p>{t("panel.deleteThreadsText")}</p>
      <table className={tableClass}>
        <caption className="hidden-text">{t("panel.history")}</caption>
        <tbody>
          {list.map(({ id, title, updatedAt }) => (
            <tr key={id}>
              <th scope="row">{title}</th>
              <td className={cell.muted}>{age(updatedAt, Date.now(), i18n.language)}</td>
              <td className={cell.actions}>
                <IconButton
                  small
                  icon={Trash2}
                  name={t("panel.deleteThreadOf", { title })}
                  onClick={() => remove(id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <Button onClick={onClose}>{t("panel.doneDeleting")}</Button>
    </Dialog>
  );
}
