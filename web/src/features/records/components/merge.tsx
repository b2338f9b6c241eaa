import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import type { EntityInfo, EntityTypeInfo } from "@/api/schema";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { tableClass } from "@/ui/table";
import styles from "../dialogs.module.css";
import { differing } from "../model";

interface MergeProps {
  kind: EntityTypeInfo | undefined;
  pair: readonly [EntityInfo, EntityInfo];
  onClose: () => void;
  onDone?: () => void;
}

/** Make one record of two: which one stays, and whose value counts where they differ. */
export default function Merge({ kind, pair, onClose, onDone }: MergeProps) {
  const { t } = useTranslation();
  const [isTurned, setTurned] = useState(false);
  const [taken, setTaken] = useState<ReadonlySet<string>>(new Set());
  const { isBusy, act } = useAct();
  const merge = useMerge();
  const [kept, other] = isTurned ? [pair[1], pair[0]] : pair;
  const lines = differing(kind?.definition.fields ?? [], kept, other, t("records.name"));
  const choose = (key: string, isOther: boolean) => {
    const next = new Set(taken);
    if (isOther) next.add(key);
    else next.delete(key);
    setTaken(next);
  };
  const send = () =>
    act(async () => {
      await merge(kept, other, [...taken]);
      onDone?.();
      onClose();
    });
  return (
    <Dialog open onOpenChange={onClose} title={t("records.mergeTitle")}>
      <div className={styles.form}>
        <p>{t("records.mergeText", { kept: kept.title, other: other.title })}</p>
        <table className={tableClass}>
          <caption className="hidden-text">{t("records.mergeTitle")}</caption>
          <thead>
            <tr>
              <th scope="col">{t("records.mergeField")}</th>
              <th scope="col">{t("records.mergeStays", { title: kept.title })}</th>
              <th scope="col">{t("records.mergeGoes", { title: other.title })}</th>
            </tr>
          </thead>
          <tbody>
            {lines.map(({ key, label, own, others }) => (
              <tr key={key}>
                <th scope="row">{label}</th>
                {[own, others].map((value, at) => (
                  <td key={at === 0 ? "own" : "other"}>
                    <label>
                      <input
                        type="radio"
                        name={key}
                        checked={taken.has(key) === (at === 1)}
                        onChange={() => choose(key, at === 1)}
                      />{" "}
                      {value}
                    </label>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
        {lines.length === 0 ? <p>{t("records.mergeSame")}</p> : null}
        <div className={styles.acts}>
          <Button look="primary" busy={isBusy} onClick={send}>
            {t("records.merge")}
          </Button>
          <Button
            look="quiet"
            disabled={isBusy}
            onClick={() => {
              setTurned(!isTurned);
              setTaken(new Set());
            }}
          >
            {t("records.mergeTurn")}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

/** Return what makes one record of two, and offers the way back. */
function useMerge() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const refresh = () => client.invalidateQueries({ queryKey: ["entities"] });
  return async (kept: EntityInfo, other: EntityInfo, take: string[]) => {
    const params = { path: { entity_id: kept.id } };
    const body = { otherId: other.id, take };
    const done = await unwrap(api.POST("/api/entities/{entity_id}/merge", { params, body }));
    await refresh();
    const back = async () => {
      const path = { merge_id: done.merge.id };
      await unwrap(api.POST("/api/entity-merges/{merge_id}/undo", { params: { path } }));
      await refresh();
    };
    notify({
      tone: "done",
      text: t("records.merged", { title: done.entity.title }),
      action: { label: t("records.mergeUndo"), run: () => void back() },
    });
  };
}
