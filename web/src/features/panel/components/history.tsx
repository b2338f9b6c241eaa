import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { age } from "@/lib/format";
import { notify } from "@/lib/notices";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuChoice, MenuItem, MenuRule, OpenMenu } from "@/ui/menu";
import { conversationsQuery } from "../queries";
import { useThread } from "../store";
import { backfill, openConversation, startFresh } from "../thread";
import styles from "./history.module.css";

const Confirm = lazy(() => import("@/ui/confirm"));

/** One's own conversations, newest first. */
export default function HistoryMenu({ anchor, onClose }: MenuContentProps) {
  const { t, i18n } = useTranslation();
  const [isAsking, setAsking] = useState(false);
  const conversations = useQuery(conversationsQuery);
  const current = useThread((state) => state.conversationId);
  const list = conversations.data ?? [];
  if (isAsking && current) {
    return (
      <Suspense fallback={null}>
        <ConfirmDelete id={current} anchor={anchor} onClose={onClose} />
      </Suspense>
    );
  }
  return (
    <OpenMenu anchor={anchor} onClose={onClose} align="end">
      {list.length === 0 ? (
        <MenuItem disabled>{conversations.isPending ? t("frame.loading") : t("panel.noHistory")}</MenuItem>
      ) : (
        <MenuChoice
          label={t("panel.history")}
          value={current}
          onChange={(id) => void openConversation(id).then(() => backfill())}
          options={list.map((conversation) => ({
            value: conversation.id,
            label: conversation.title,
            detail: (
              <span className={styles.age}>{age(conversation.updatedAt, Date.now(), i18n.language)}</span>
            ),
          }))}
        />
      )}
      {current ? (
        <>
          <MenuRule />
          <MenuItem icon={Trash2} keepOpen onClick={() => setAsking(true)}>
            {t("panel.deleteConversation")}
          </MenuItem>
        </>
      ) : null}
    </OpenMenu>
  );
}

function ConfirmDelete({ id, anchor, onClose }: MenuContentProps & { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const title = useThread((state) => state.conversation?.title ?? "");
  const remove = async () => {
    onClose();
    try {
      await unwrap(
        api.DELETE("/api/conversations/{conversation_id}", { params: { path: { conversation_id: id } } }),
      );
      startFresh();
      notify({ tone: "done", text: t("panel.deleted") });
    } catch (thrown) {
      notify({ tone: "failed", text: asApiError(thrown).message });
    }
    await client.invalidateQueries({ queryKey: keys.conversations });
  };
  return (
    <Confirm
      open
      finalFocus={anchor}
      onClose={onClose}
      title={t("panel.deleteTitle", { title })}
      text={t("panel.deleteText")}
      keep={t("panel.keepConversation")}
      act={t("panel.deleteAct")}
      onAct={() => void remove()}
    />
  );
}
