import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import type { MergeInfo } from "@/api/schema";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { mergesQuery } from "../queries";
import styles from "../screen.module.css";

/** Other records that became part of one, each with the way back. */
export function Merged({ id }: { id: string }) {
  const merges = useQuery(mergesQuery(id)).data ?? [];
  return merges.map((one) => <One key={one.id} merge={one} />);
}

function One({ merge }: { merge: MergeInfo }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const canUndo = useMay()("entities.team.delete");
  const undo = () =>
    act(async () => {
      const path = { merge_id: merge.id };
      const done = await unwrap(api.POST("/api/entity-merges/{merge_id}/undo", { params: { path } }));
      await client.invalidateQueries({ queryKey: ["entities"] });
      const told = done.wentBack ? "records.unmerged" : "records.unmergedLeft";
      notify({ tone: "done", text: t(told, { title: merge.otherTitle }) });
    });
  return (
    <p className={styles.muted}>
      {t("records.mergedBy", {
        title: merge.otherTitle,
        name: merge.by,
        when: moment(merge.createdAt, Date.now(), i18n.language),
      })}{" "}
      {canUndo ? (
        <Button small look="quiet" busy={isBusy} onClick={undo}>
          {t("records.mergeUndo")}
        </Button>
      ) : null}
    </p>
  );
}
