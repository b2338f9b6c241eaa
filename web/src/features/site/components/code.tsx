import { useQuery } from "@tanstack/react-query";
import { FileCode, Plus, Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import { Field } from "@/ui/field";
import { Form } from "@/ui/form";
import { Icon } from "@/ui/icon";
import { SkeletonRows } from "@/ui/skeleton";
import { useEditor } from "../editor";
import type { SiteFile } from "../model";
import { look, siteKeys } from "../queries";
import { resultOf } from "../use-editor";
import styles from "./lists.module.css";
import { useRemoval } from "./removal";

const MOST = 100_000;
const kindOf = (path: string) => (path.endsWith(".css") ? "style" : "script");

/** Scripts and style sheets that run on the pages. */
export default function CodeView() {
  const { t } = useTranslation();
  const { canvas, can, apply } = useEditor();
  const [open, setOpen] = useState<string | null>(null);
  const [isNew, setNew] = useState(false);
  const files = canvas.files.filter(({ type }) => type === "script" || type === "style");
  const { remove, question } = useRemoval();
  const drop = ({ id, path }: SiteFile) =>
    remove({
      id,
      name: path,
      kind: "asset",
      edit: { tool: "delete_code_asset", input: { fileId: id } },
      onDone: () => setOpen(null),
    });
  const shown = files.find(({ path }) => path === open);
  const make = async ({ path = "" }: Record<string, string>) => {
    const input = { path, type: kindOf(path), content: "/* */\n" };
    const answer = await apply(t("site.wroteCode", { name: path }), [{ tool: "write_code_asset", input }]);
    if (!answer) return;
    setNew(false);
    setOpen(String(resultOf(answer, 0).path ?? path));
  };
  return (
    <>
      {files.length === 0 ? <p className={styles.empty}>{t("site.noCode")}</p> : null}
      <ul className={styles.list}>
        {files.map((file) => (
          <li key={file.id}>
            <button
              type="button"
              className={styles.row}
              onClick={() => setOpen(file.path)}
              onKeyDown={(event) => can.structure && event.key === "Delete" && drop(file)}
            >
              <Icon of={FileCode} size="small" tone="muted" />
              <span className={styles.name}>{file.path}</span>
            </button>
          </li>
        ))}
      </ul>
      {can.structure ? (
        <div className={styles.form}>
          <Button look="quiet" small icon={Plus} onClick={() => setNew(true)}>
            {t("site.newCode")}
          </Button>
        </div>
      ) : null}
      {open ? (
        <CodeDialog
          path={open}
          onClose={() => setOpen(null)}
          onDelete={shown && can.structure ? () => drop(shown) : null}
        />
      ) : null}
      {question}
      {isNew ? (
        <Dialog open onOpenChange={() => setNew(false)} title={t("site.newCode")}>
          <Form action={t("site.newCode")} onSend={make} back={t("site.cancel")} onBack={() => setNew(false)}>
            <Field label={t("site.path")} hint={t("site.pathHint")} name="path" required />
          </Form>
        </Dialog>
      ) : null}
    </>
  );
}

interface CodeDialogProps {
  path: string;
  onClose: () => void;
  onDelete: (() => void) | null;
}

function CodeDialog({ path, onClose, onDelete }: CodeDialogProps) {
  const { t } = useTranslation();
  const { projectId, ref, apply, can } = useEditor();
  const { data } = useQuery({
    queryKey: [...siteKeys.all, "code", projectId, ref, path],
    queryFn: () => look(projectId, "read_code_asset", { path, maxChars: MOST }, ref),
    gcTime: 0,
  });
  const { totalParts } = (data?.pageInfo ?? {}) as { totalParts?: number };
  // A file that came in parts would lose the others.
  const canWrite = can.structure && totalParts === 1;
  const save = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const content = String(new FormData(event.currentTarget).get("content") ?? "");
    const input = { path, type: kindOf(path), content };
    const answer = await apply(t("site.wroteCode", { name: path }), [{ tool: "write_code_asset", input }]);
    if (answer) onClose();
  };
  return (
    <Dialog open onOpenChange={onClose} title={path} wide>
      {data ? (
        <form onSubmit={(event) => void save(event)}>
          <textarea
            className={styles.code}
            name="content"
            aria-label={path}
            defaultValue={String(data.content ?? "")}
            rows={20}
            spellCheck={false}
            readOnly={!canWrite}
          />
          <div className={styles.actions}>
            {canWrite ? (
              <Button type="submit" look="primary">
                {t("site.save")}
              </Button>
            ) : null}
            <Button look="quiet" onClick={onClose}>
              {t("site.cancel")}
            </Button>
            {onDelete ? (
              <Button look="quiet" icon={Trash2} onClick={onDelete}>
                {t("site.deleteCode")}
              </Button>
            ) : null}
          </div>
        </form>
      ) : (
        <SkeletonRows rows={6} label={t("frame.loading")} />
      )}
    </Dialog>
  );
}
