import { useQueryClient } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { type Reference, ReferencePicker } from "@/ui/reference-picker";
import styles from "../dialogs.module.css";

/** Relate records to others, and say where that stands. */
export default function Relate({ ids, onClose }: { ids: string[]; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [others, setOthers] = useState<Reference[]>([]);
  const [kind, setKind] = useState("");
  const [quote, setQuote] = useState("");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const isDone = await act(async () => {
      const evidence = quote ? { quote } : {};
      const pairs = ids.flatMap((id) =>
        others.filter((other) => other.id !== id).map((other) => [id, other.id]),
      );
      for (const [sourceId = "", targetId = ""] of pairs) {
        await unwrap(api.POST("/api/relations", { body: { sourceId, targetId, kind, evidence } }));
      }
      await client.invalidateQueries({ queryKey: ["entities"] });
    });
    if (isDone) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("records.relate")}>
      <form onSubmit={send} className={styles.form}>
        <Field
          label={t("records.relationKind")}
          hint={t("records.relationHint")}
          value={kind}
          required
          maxLength={80}
          onChange={(event) => setKind(event.target.value)}
        />
        <ReferencePicker
          label={t("records.relateTo")}
          value={others}
          onChange={setOthers}
          rooms={["entities"]}
        />
        <Field
          label={t("records.evidence")}
          value={quote}
          maxLength={2000}
          onChange={(event) => setQuote(event.target.value)}
        />
        <Button type="submit" look="primary" busy={isBusy} disabled={others.length === 0}>
          {t("records.relate")}
        </Button>
      </form>
    </Dialog>
  );
}
