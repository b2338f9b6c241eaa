import { useQuery } from "@tanstack/react-query";
import { memo, useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { slugOf } from "@/lib/slug";
import { Button } from "@/ui/button";
import { localeName, useContent } from "../context";
import type { FieldDef } from "../model";
import { errorIn, outerField } from "../model";
import { usePlace } from "../place";
import { fieldOrigins } from "../provenance";
import { entryQuery, historyQuery } from "../queries";
import { type Editor, isWhole } from "../use-editor";
import type { Writing } from "../use-proposed";
import { boxClass, Control } from "./control";
import { FieldInput } from "./field-input";
import styles from "./form.module.css";
import { OriginTick } from "./origin";
import { ProposedField } from "./proposed-here";

/** Types whose values are short: two of them share a line where there is room. */
const SHORT = new Set([
  ...["relation", "select", "date", "datetime", "color", "slug", "phone", "boolean"],
  ...["integer", "number", "decimal", "percent", "rating"],
]);

interface EntryFormProps {
  editor: Editor;
  isNew: boolean;
  /** What agents would change in it. */
  proposed: readonly Writing[];
}

/** The fields of an entry, each with the control of its type; another locale stands beside them if wanted. */
export function EntryForm({ editor, isNew, proposed }: EntryFormProps) {
  const { t, i18n } = useTranslation();
  const { locale, locales } = useContent();
  const { beside: wanted } = usePlace();
  const { model, wish } = editor;
  const beside = wanted && wanted !== locale && locales.includes(wanted) && !isNew ? wanted : null;
  const other = useQuery({ ...entryQuery({ ...wish, locale: beside ?? locale }), enabled: beside !== null });
  const isKnown = wish.entry !== null || isWhole(model);
  const history = useQuery({ ...historyQuery(wish), enabled: isKnown && !isNew });
  const origins = useMemo(() => fieldOrigins(history.data ?? []), [history.data]);
  useFieldInSight();
  const all = useMemo(
    () => (model.kind === "document" ? [...model.fields, bodyField(t("content.body"))] : model.fields),
    [model, t],
  );
  return (
    <div className={styles.form} data-beside={beside !== null || undefined}>
      {beside ? (
        <div className={styles.pair}>
          <h2 className={styles.locale}>{localeName(beside, i18n.language)}</h2>
          <h2 className={styles.locale}>{localeName(locale, i18n.language)}</h2>
        </div>
      ) : null}
      {isNew && model.kind === "document" ? <SlugField editor={editor} /> : null}
      {all.map((field) => {
        const origin = origins.get(field.name);
        const own = (
          <div className={styles.own} data-own>
            {origin?.agent && field.name !== "body" && !(field.name in editor.changed) ? (
              <OriginTick origin={origin} />
            ) : null}
            <OwnField
              field={field}
              value={editor.values[field.name]}
              error={errorIn(editor.errors, field.name)}
              canWrite={editor.canWrite}
              onSet={editor.set}
              other={other.data?.data[field.name]}
            />
            <ProposedField proposed={proposed} field={field.name} />
          </div>
        );
        if (!beside) {
          return (
            <div key={field.name} className={SHORT.has(field.type) ? styles.half : undefined}>
              {own}
            </div>
          );
        }
        return (
          <div key={field.name} className={styles.pair}>
            <FieldInput
              field={field}
              value={other.data?.data[field.name]}
              isLocked
              locale={beside}
              onChange={() => undefined}
            />
            {own}
          </div>
        );
      })}
    </div>
  );
}

interface OwnProps {
  field: FieldDef;
  value: unknown;
  error: string | undefined;
  canWrite: boolean;
  onSet: Editor["set"];
  /** What the other locale has there. */
  other: unknown;
}

/** One field. It is drawn again only when it changed itself: a model can have hundreds. */
const OwnField = memo(function OwnField({ field, value, error, canWrite, onSet, other }: OwnProps) {
  const { t } = useTranslation();
  const { locale } = useContent();
  const isMissing = isEmpty(value) && !isEmpty(other);
  return (
    <>
      <FieldInput
        field={field}
        value={value}
        error={error}
        isLocked={!canWrite}
        locale={locale}
        onChange={(next) => onSet(field.name, next)}
      />
      {isMissing && canWrite ? (
        <p className={styles.missing}>
          {t("content.notTranslated")}
          <Button small look="quiet" onClick={() => onSet(field.name, other)}>
            {t("content.copyOver")}
          </Button>
        </p>
      ) : null}
    </>
  );
});

function isEmpty(value: unknown): boolean {
  return (
    value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0)
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
    const find = (name: string) =>
      document.querySelector<HTMLElement>(`[data-own] [data-field="${CSS.escape(name)}"]`);
    const box = find(field) ?? find(outerField(field));
    box?.scrollIntoView({ block: "center" });
    box
      ?.querySelector<HTMLElement>("input, textarea, select, [role=textbox]")
      ?.focus({ preventScroll: true });
  }, [field]);
}
