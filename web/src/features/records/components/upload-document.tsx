import { useQueryClient } from "@tanstack/react-query";
import { Upload } from "lucide-react";
import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { useMay } from "@/api/may";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { documentsQuery } from "../queries";

const ACCEPTED = ".pdf,.docx,.html,.htm,.md,.markdown,.txt";

/** Add a document to a record: it is read, searched and cited from then on. */
export function UploadDocument({ id }: { id: string }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const input = useRef<HTMLInputElement>(null);
  if (!useMay()("documents.team.create")) return null;
  const add = (file: File | undefined) => {
    if (!file) return;
    const form = new FormData();
    form.append("file", file);
    form.append("entity", id);
    void act(async () => {
      await unwrap(
        api.POST("/api/documents", { body: { file: file.name, entity: id }, bodySerializer: () => form }),
      );
      await client.invalidateQueries({ queryKey: documentsQuery(id).queryKey });
    });
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={ACCEPTED}
        aria-label={t("records.addDocument")}
        onChange={(event) => {
          add(event.target.files?.[0]);
          event.target.value = "";
        }}
      />
      <Button small look="quiet" icon={Upload} busy={isBusy} onClick={() => input.current?.click()}>
        {t("records.addDocument")}
      </Button>
    </>
  );
}
