import { useQueryClient } from "@tanstack/react-query";
import type { RefObject } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import Confirm from "@/ui/confirm";
import { useThread } from "../store";
import { startFresh } from "../thread";

interface ClearProps {
  id: string;
  anchor: RefObject<HTMLElement | null>;
  onClose: () => void;
}

/** Asks whether the open conversation may go, and clears it. */
export default function ClearConversation({ id, anchor, onClose }: ClearProps) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const title = useThread((state) => state.conversation?.title ?? "");
  const clear = () => {
    onClose();
    void act(async () => {
      const params = { path: { conversation_id: id } };
      await unwrap(api.DELETE("/api/conversations/{conversation_id}", { params }));
      startFresh();
      notify({ tone: "done", text: t("panel.cleared") });
      await client.invalidateQueries({ queryKey: keys.conversations });
    });
  };
  return (
    <Confirm
      open
      finalFocus={anchor}
      onClose={onClose}
      title={t("panel.clearTitle", { title })}
      text={t("panel.clearText")}
      keep={t("panel.keepConversation")}
      act={t("panel.clear")}
      onAct={clear}
    />
  );
}
