import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { useContent } from "../context";
import type { FieldDef } from "../model";
import { slugOf } from "../model";
import { usePlace } from "../place";
import type { Editor } from "../use-editor";
import { boxClass, Control } from "./control";
import { FieldInput } from "./field-input";
import styles from "./form.module.css";

/** The fields of an entry, each with the control of its type. */
export function EntryForm({ editor, isNew }: { editor: Editor; isNew: boolean }) {
  const { t } = useTranslation();
  const { locale } = useContent();
  const { model, values, errors } = editor;
  useFieldInSight();
  const all = model.kind === "document" ? [...model.fields, bodyField(t("content.body"))] : model.fields;
  return (
    <div className={styles.form}>
      {isNew && model.kind === "document" ? <SlugField editor={editor} /> : null}
      {all.map((field) => (
        <FieldInput
          key={field.name}
          field={field}
          value={values[field.name]}
          error={errors[field.name]}
          isLocked={!editor.canWrite}
          locale={locale}
          onChange={(value) => editor.set(field.name, value)}
        />
      ))}
    </div>
  );
}

function bodyField(label: string): FieldDef {
  return {
    name: "body",
    type: "markdown",
    label,
    hint: "",
    required: false,
    options: [],
    targets: [],
    fields: [],
    items: null,
  };
}

/** The name of a new document in addresses; made of the title unless written by hand. */
function SlugField({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const title = editor.values[editor.model.titleField];
  const made = typeof title === "string" ? slugOf(title) : "";
  const slug = typeof editor.values.slug === "string" ? editor.values.slug : "";
  useEffect(() => {
    if (made && (slug === "" || made.startsWith(slug) || slug.startsWith(made)) && slug !== made) {
      editor.set("slug", made);
    }
  });
  return (
    <Control
      label={t("content.slug")}
      name="slug"
      hint={t("content.slugHint")}
      error={editor.errors.slug}
      required
    >
      {(ids) => (
        <input
          {...ids}
          className={boxClass(editor.errors.slug)}
          value={slug}
          onChange={(event) => editor.set("slug", slugOf(event.target.value))}
        />
      )}
    </Control>
  );
}

/** Bring the field that the address names into sight. */
function useFieldInSight(): void {
  const { field } = usePlace();
  useEffect(() => {
    if (!field) return;
    const box = document.querySelector<HTMLElement>(`[data-field="${CSS.escape(field)}"]`);
    box?.scrollIntoView({ block: "center" });
    box?.querySelector<HTMLElement>("input, textarea, select")?.focus({ preventScroll: true });
  }, [field]);
}
