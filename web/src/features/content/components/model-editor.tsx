import { useQueryClient } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { type Command, useCommands } from "@/lib/commands";
import { spellField, wordsIn } from "@/lib/labels";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { deleteModel } from "../changes";
import { useContent } from "../context";
import { NEW, useGo, usePlace } from "../place";
import { idOfName, KINDS, newShape, shapeOf } from "../shape";
import { type ShapeEditor, useShape } from "../use-shape";
import { useTold } from "../use-told";
import { boxClass, Control, SelectBox } from "./control";
import editorStyles from "./editor.module.css";
import styles from "./model-editor.module.css";
import { ShapeFields } from "./shape-fields";

/** One content model: its name and kind, its fields and their rules. */
export function ModelEditor() {
  const { t } = useTranslation();
  const { projectId, model, status, can } = useContent();
  const { model: named } = usePlace();
  const go = useGo();
  const isNew = named === NEW;
  const before = useMemo(() => (isNew ? null : shapeOf(model.raw)), [isNew, model.raw]);
  const fresh = useMemo(() => newShape(status.domains[0] ?? "content"), [status.domains]);
  const editor = useShape(projectId, before, fresh, (id) => go({ model: id, part: undefined }));
  const isLocked = !can.shape;
  useSaveKey(editor);
  return (
    <section className={editorStyles.pane} aria-label={t("content.model")}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <div className={editorStyles.body} tabIndex={0}>
        <Notices editor={editor} />
        <div className={styles.model}>
          <About editor={editor} isNew={isNew} isLocked={isLocked} />
          {editor.shape.kind === "dictionary" ? (
            <p className={editorStyles.note}>{t("content.dictionaryText")}</p>
          ) : (
            <section aria-labelledby="model-fields">
              <h2 id="model-fields" className={styles.title}>
                {t("content.fields")}
              </h2>
              <ShapeFields
                fields={editor.shape.fields}
                isLocked={isLocked}
                onChange={(fields) => editor.change({ fields })}
              />
            </section>
          )}
          {isNew || isLocked ? null : <DeleteModel />}
        </div>
      </div>
      {editor.isDirty ? <SaveFoot editor={editor} isLocked={isLocked} /> : null}
    </section>
  );
}

function Notices({ editor }: { editor: ShapeEditor }) {
  const { t } = useTranslation();
  return (
    <>
      {editor.isBehind ? (
        <Notice
          tone="caution"
          title={t("content.modelMoved")}
          actions={
            <Button small onClick={editor.discard}>
              {t("content.takeTheirs")}
            </Button>
          }
        >
          <p>{t("content.modelMovedText")}</p>
        </Notice>
      ) : null}
      {editor.breaking.length > 0 ? (
        <Notice
          tone="caution"
          title={t("content.breaksTitle")}
          alert
          actions={
            <Button small look="danger" busy={editor.isBusy} onClick={editor.save}>
              {t("content.breakAnyway")}
            </Button>
          }
        >
          <ul>
            {editor.breaking.map((change) => (
              <li key={change}>{change}</li>
            ))}
          </ul>
        </Notice>
      ) : null}
      {editor.failures.length > 0 ? (
        <Notice tone="danger" title={t("content.notSaved")} alert>
          {editor.failures.map((failure) => (
            <p key={failure}>{failure}</p>
          ))}
        </Notice>
      ) : null}
    </>
  );
}

interface AboutProps {
  editor: ShapeEditor;
  isNew: boolean;
  isLocked: boolean;
}

function About({ editor, isNew, isLocked }: AboutProps) {
  const { t, i18n } = useTranslation();
  const { shape, change } = editor;
  const rename = (name: string) =>
    change({ name, ...(isNew && shape.id === idOfName(shape.name) ? { id: idOfName(name) } : {}) });
  const text = (label: string, name: "id" | "name" | "description" | "domain", isFixed = false) => (
    <Control label={label} name={`model-${name}`} required={name === "name"}>
      {(ids) => (
        <input
          {...ids}
          className={boxClass(null)}
          value={shape[name]}
          readOnly={isLocked || isFixed}
          onChange={(event) =>
            name === "name" ? rename(event.target.value) : change({ [name]: event.target.value })
          }
        />
      )}
    </Control>
  );
  return (
    <div className={styles.about}>
      {text(t("content.modelName"), "name")}
      {text(t("content.modelId"), "id", !isNew)}
      <Control label={t("content.kind")} name="model-kind">
        {(ids) => (
          <SelectBox
            {...ids}
            value={shape.kind}
            disabled={isLocked || !isNew}
            onChange={(event) =>
              change({ kind: KINDS.find((one) => one === event.target.value) ?? "collection" })
            }
          >
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {t(`content.kinds.${kind}`)}
              </option>
            ))}
          </SelectBox>
        )}
      </Control>
      <Control label={t("content.titleField")} name="model-title">
        {(ids) => (
          <SelectBox
            {...ids}
            value={shape.titleField}
            disabled={isLocked}
            onChange={(event) => change({ titleField: event.target.value })}
          >
            {shape.fields.some(({ name }) => name === shape.titleField) ? null : (
              <option value={shape.titleField}>{shape.titleField}</option>
            )}
            {shape.fields.map(({ name, raw }) => (
              <option key={name} value={name}>
                {wordsIn(raw.label, i18n.language) || spellField(name)}
              </option>
            ))}
          </SelectBox>
        )}
      </Control>
      {text(t("content.domain"), "domain", !isNew)}
      <label className={styles.check}>
        <input
          type="checkbox"
          checked={shape.i18n}
          disabled={isLocked}
          onChange={(event) => change({ i18n: event.target.checked })}
        />
        {t("content.translated")}
      </label>
      <div className={styles.wide}>{text(t("content.description"), "description")}</div>
    </div>
  );
}

function SaveFoot({ editor, isLocked }: { editor: ShapeEditor; isLocked: boolean }) {
  const { t } = useTranslation();
  return (
    <footer className={editorStyles.foot}>
      <span className={editorStyles.note}>{t("content.modelUnsaved")}</span>
      <span className={editorStyles.grow} />
      <Button disabled={editor.isBusy} onClick={editor.discard}>
        {t("content.discard")}
      </Button>
      <Button
        look="primary"
        keys="Mod+S"
        busy={editor.isBusy}
        disabled={isLocked || editor.shape.id === ""}
        onClick={editor.save}
      >
        {t("content.saveModel")}
      </Button>
    </footer>
  );
}

function DeleteModel() {
  const { t } = useTranslation();
  const { projectId, model } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const go = useGo();
  const act = async () => {
    try {
      told(await deleteModel(projectId, model.id));
      go({ model: undefined, part: undefined });
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    await client.invalidateQueries({ queryKey: keys.content });
    await client.invalidateQueries({ queryKey: keys.inbox });
  };
  return (
    <div>
      <Button look="danger" onClick={() => act()}>
        {t("content.deleteModel", { name: model.name })}
      </Button>
    </div>
  );
}

function useSaveKey(editor: ShapeEditor): void {
  const { t } = useTranslation();
  const { isDirty, save } = editor;
  const commands = useMemo<Command[]>(
    () =>
      isDirty
        ? [
            {
              id: "content.saveModel",
              label: t("content.saveModel"),
              group: "do",
              keys: ["Mod+S"],
              always: true,
              run: save,
            },
          ]
        : [],
    [t, isDirty, save],
  );
  useCommands(commands);
}
