import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { notify } from "@/lib/notices";
import { Check } from "@/ui/check";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { useEditor } from "../editor";
import { importFolder, sorted } from "../folder";
import { siteKeys } from "../queries";

/** A dialog that brings the HTML site of a folder in. */
export default function ImportFolder({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const { projectId } = useEditor();
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly File[]>([]);
  const folder = sorted(files);
  const pages = folder.texts.filter(({ name }) => /\.html?$/i.test(name)).length;
  const send = async ({ ours }: Record<string, string>) => {
    const { settled } = await importFolder(projectId, folder, ours === "on");
    const isWaiting = settled?.state === "waiting";
    notify({
      tone: "done",
      text: t("site.imported", { count: pages }),
      ...(isWaiting ? { detail: t("site.waitsText") } : {}),
    });
    onClose();
    await client.invalidateQueries({ queryKey: siteKeys.all });
    void client.invalidateQueries({ queryKey: keys.inbox });
  };
  return (
    <Dialog open onOpenChange={onClose} title={t("site.importFolder")}>
      <Form
        action={t("site.importPages", { count: pages })}
        onSend={send}
        back={t("site.cancel")}
        onBack={onClose}
      >
        <Field
          label={t("site.folder")}
          hint={t("site.folderHint")}
          type="file"
          multiple
          required
          error={files.length > 0 && pages === 0 ? t("site.folderWithoutPages") : null}
          ref={(input) => input?.setAttribute("webkitdirectory", "")}
          onChange={({ currentTarget }) => setFiles([...(currentTarget.files ?? [])])}
        />
        <Check name="ours">{t("site.folderOurs")}</Check>
      </Form>
    </Dialog>
  );
}
