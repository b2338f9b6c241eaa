import { useQueryClient } from "@tanstack/react-query";
import { X } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { RelationInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { IconButton } from "@/ui/icon-button";

/** Takes a relation away; it can be brought back with what said so. */
export function Unrelate({ relation, title }: { relation: RelationInfo; title: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { act } = useAct();
  const changed = () => client.invalidateQueries({ queryKey: ["entities"] });
  const back = () =>
    act(async () => {
      const { sourceId, targetId, kind, evidence } = relation;
      await unwrap(api.POST("/api/relations", { body: { sourceId, targetId, kind, evidence } }));
      await changed();
    });
  const remove = () =>
    act(async () => {
      const params = { path: { relation_id: relation.id } };
      await unwrap(api.DELETE("/api/relations/{relation_id}", { params }));
      await changed();
      notify({
        tone: "done",
        text: t("records.relationRemoved", { title }),
        action: { label: t("records.bringBack"), run: () => void back() },
      });
    });
  return <IconButton small icon={X} name={t("records.removeRelation", { title })} onClick={remove} />;
}
