import { useNavigate } from "@tanstack/react-router";
import { FileText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Menu, MenuItem } from "@/ui/menu";
import { Price } from "./price";

export const BRIEF_KINDS = ["executive_summary", "diligence_memo", "assessment_report"] as const;

/** Let a brief of one of the kinds be written about a record. */
export function BeginBrief({ id }: { id: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  if (!useMay()("responses.team.create")) return null;
  const begin = (kind: (typeof BRIEF_KINDS)[number]) =>
    act(async () => {
      const begun = await unwrap(
        api.POST("/api/entities/{entity_id}/briefs", { params: { path: { entity_id: id } }, body: { kind } }),
      );
      await navigate({ to: "/records", search: { brief: begun.id } });
    });
  return (
    <Menu
      align="end"
      trigger={
        <Button look="primary" icon={FileText} busy={isBusy}>
          {t("records.writeBrief")} <Price of="briefMicros" count={1} />
        </Button>
      }
    >
      {BRIEF_KINDS.map((kind) => (
        <MenuItem key={kind} onClick={() => begin(kind)}>
          {t(`records.kinds.${kind}`)}
        </MenuItem>
      ))}
    </Menu>
  );
}
