import { useNavigate } from "@tanstack/react-router";
import { ListPlus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Price } from "./price";

/** Begin an agent's work on empty fields of a record; its run shows how far it is. */
function useFilling(entity: EntityInfo) {
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const canFill = useMay()("responses.team.create");
  const begin = (fields: string[]) =>
    act(async () => {
      const params = { path: { entity_id: entity.id } };
      const begun = await unwrap(api.POST("/api/entities/{entity_id}/fill", { params, body: { fields } }));
      await navigate({ to: "/runs/$runId", params: { runId: begun.runId } });
    });
  return { isBusy, canFill, begin };
}

/** Let an agent fill in all fields of a record that are empty. */
export function Fill({ entity, kind }: { entity: EntityInfo; kind: EntityTypeInfo | undefined }) {
  const { t } = useTranslation();
  const { isBusy, canFill, begin } = useFilling(entity);
  const count = kind?.definition.fields?.filter(({ key }) => !(key in entity.fields)).length ?? 0;
  if (!canFill || count === 0) return null;
  return (
    <Button icon={ListPlus} busy={isBusy} onClick={() => begin([])}>
      {t("records.fill", { count })} <Price of="fieldMicros" count={count} />
    </Button>
  );
}

/** Ask an agent once more for the one field that stayed empty. */
export function AskThem({ entity, field, label }: { entity: EntityInfo; field: string; label: string }) {
  const { t } = useTranslation();
  const { isBusy, canFill, begin } = useFilling(entity);
  if (!canFill) return <span />;
  return (
    <Button busy={isBusy} aria-label={t("records.askFor", { field: label })} onClick={() => begin([field])}>
      {t("records.askThem")}
    </Button>
  );
}
