import { useQuery } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useTranslation } from "react-i18next";
import { age } from "@/lib/format";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuChoice, MenuItem, OpenMenu } from "@/ui/menu";
import { deleteThreads } from "../deleting";
import { conversationsQuery } from "../queries";
import { useThread } from "../store";
import { backfill, openConversation } from "../thread";
import styles from "./history.module.css";

/** One's own conversations, newest first. */
export default function HistoryMenu({ anchor, onClose }: MenuContentProps) {
  const { t, i18n } = useTranslation();
  const conversations = useQuery(conversationsQuery);
  const current = useThread((state) => state.conversationId);
  const list = conversations.data ?? [];
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
      {list.length > 0 ? (
        <MenuItem icon={Trash2} onClick={() => deleteThreads()}>
          {t("panel.deleteThreads")}
        </MenuItem>
      ) : null}
    </OpenMenu>
  );
}
