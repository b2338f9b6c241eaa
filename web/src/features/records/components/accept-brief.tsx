import { useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { BriefInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import styles from "../screen.module.css";

/** Says who accepted a finished brief, and lets a person accept it or take that back. */
export function AcceptBrief({ brief }: { brief: BriefInfo }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canAccept = useMay()("responses.team.approve");
  if (brief.status !== "completed") return null;
  const params = { path: { brief_id: brief.id } };
  const turn = () =>
    act(async () => {
      await unwrap(
        brief.acceptedAt
          ? api.DELETE("/api/briefs/{brief_id}/accept", { params })
          : api.POST("/api/briefs/{brief_id}/accept", { params }),
      );
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
  return (
    <>
      <span className={styles.muted}>
        {brief.acceptedAt
          ? t("records.acceptedBy", {
              name: brief.acceptedBy ?? "",
              at: moment(brief.acceptedAt, Date.now(), i18n.language),
            })
          : t("records.notAccepted")}
      </span>{" "}
      {canAccept ? (
        <Button look={brief.acceptedAt ? "quiet" : "primary"} busy={isBusy} onClick={turn}>
          {t(brief.acceptedAt ? "records.takeBack" : "records.acceptBrief")}
        </Button>
      ) : null}
    </>
  );
}
