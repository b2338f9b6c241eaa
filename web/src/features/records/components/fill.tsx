import { useNavigate } from "@tanstack/react-router";
import { ListPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Price } from "./price";

/** Let an agent fill in the fields of a record that are empty; its run shows how far it is. */
export function Fill({ entity, kind }: { entity: EntityInfo; kind: EntityTypeInfo | undefined }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const canFill = useMay()("responses.team.create");
  const count = kind?.definition.fields?.filter(({ key }) => !(key in entity.fields)).length ?? 0;
  if (!canFill || count === 0) return null;
  const begin = () =>
    act(async () => {
      const params = { path: { entity_id: entity.id } };
      const begun = await unwrap(
        api.POST("/api/entities/{entity_id}/fill", { params, body: { fields: [] } }),
      );
      await navigate({ to: "/runs/$runId", params: { runId: begun.runId } });
    });
  return (
    <Button icon={ListPlus} busy={isBusy} onClick={() => begin()}>
      {t("records.fill", { count })} <Price of="fieldMicros" count={count} />
    </Button>
  );
}
