import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { Columns2 } from "lucide-react";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { Notice } from "@/ui/notice";
import { Segment } from "@/ui/segment";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { EntryWishContext, localeName, useContent } from "../context";
import { besideOf, standing } from "../locales";
import { NEW, type Place, useGo, usePlace } from "../place";
import { parityQuery } from "../queries";
import { type Editor, isWhole, useEditor } from "../use-editor";
import { useProposed, type Writing } from "../use-proposed";
import { ClashNotice } from "./clash";
import { DictionaryForm } from "./dictionary-form";
import styles from "./editor.module.css";
import { EntryForm } from "./form";
import { HistoryView } from "./history-view";
import { MissingHere } from "./missing";
import { ProposedHere } from "./proposed-here";
import { RawView } from "./raw-view";

/** One entry: its form, its raw values, or what happened to it; and the way to save. */
export function EntryEditor() {
  const { projectId, model, locale, ref, can } = useContent();
  const { entry } = usePlace();
  const go = useGo();
  const id = isWhole(model) || entry === NEW ? null : (entry ?? null);
  const { id: modelId, kind } = model;
  const wish = useMemo(
    () => ({ projectId, model: modelId, kind, entry: id, locale, ref }),
    [projectId, modelId, kind, id, locale, ref],
  );
  const editor = useEditor(wish, model, can.write, (saved) => {
    if (entry === NEW && saved) go({ entry: saved });
  });
  const proposed = useProposed(wish);
  const isSlow = useSlow(editor.isPending);
  const { t } = useTranslation();
  useEditorKeys(editor);
  return (
    <section className={styles.pane} aria-label={t("content.editor")}>
      <EditorBar editor={editor} proposed={proposed} />
      {editor.isPending ? (
        isSlow && <SkeletonRows rows={6} label={t("frame.loading")} />
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
        <div className={styles.body} tabIndex={0}>
          <Notices editor={editor} />
          <EntryWishContext value={wish}>
            <Inside editor={editor} isNew={entry === NEW} proposed={proposed} />
          </EntryWishContext>
        </div>
      )}
      {editor.isDirty ? <SaveBar editor={editor} /> : null}
    </section>
  );
}

interface InsideProps {
  editor: Editor;
  isNew: boolean;
  proposed: readonly Writing[];
}

function Inside({ editor, isNew, proposed }: InsideProps) {
  const { view } = usePlace();
  if (view === "history") return <HistoryView editor={editor} />;
  if (view === "raw") return <RawView editor={editor} key={JSON.stringify(editor.wish)} />;
  if (!editor.server && !isNew && !editor.isDirty) return <MissingHere editor={editor} />;
  return editor.model.kind === "dictionary" ? (
    <DictionaryForm editor={editor} />
  ) : (
    <EntryForm editor={editor} isNew={isNew} proposed={proposed} />
  );
}

interface EditorBarProps {
  editor: Editor;
  proposed: readonly Writing[];
}

function EditorBar({ editor, proposed }: EditorBarProps) {
  const { t } = useTranslation();
  const { locales, locale, status, ref } = useContent();
  const { view, entry, beside } = usePlace();
  const go = useGo();
  const names = useLocaleNames(editor);
  const other = besideOf(locale, locales, status.defaultLocale);
  return (
    <div className={styles.bar}>
      {locales.length > 1 ? (
        <Segment
          label={t("content.locale")}
          value={locale}
          onChange={(next) =>
            go({ locale: next, missing: undefined, ...(beside === next ? { beside: locale } : {}) })
          }
          options={locales.map((one) => ({ value: one, label: names(one) }))}
        />
      ) : null}
      {other && entry !== NEW && editor.model.kind !== "dictionary" ? (
        <IconButton
          icon={Columns2}
          name={t("content.sideBySide")}
          keys="b"
          aria-pressed={beside !== undefined}
          onClick={() => go({ beside: beside ? undefined : other, view: undefined })}
        />
      ) : null}
      <span className={styles.grow} />
      {entry === NEW ? null : (
        <Segment
          label={t("content.view")}
          value={view ?? "form"}
          onChange={(next) => go({ view: next === "form" ? undefined : next })}
          options={[
            { value: "form" as const, label: t("content.form") },
            { value: "raw" as const, label: t("content.raw") },
            { value: "history" as const, label: t("content.history") },
          ]}
        />
      )}
      <ProposedHere proposed={proposed} />
      {editor.canWrite ? null : (
        <span className={styles.note}>{t(ref === null ? "content.onlyRead" : "content.readOnly")}</span>
      )}
    </div>
  );
}

/** Return a function that names a locale, with what it lacks of this entry. */
function useLocaleNames(editor: Editor): (locale: string) => string {
  const { t, i18n } = useTranslation();
  const { projectId, model, ref } = useContent();
  const { data } = useQuery(parityQuery(projectId, ref));
  return (locale) => {
    const name = localeName(locale, i18n.language);
    const { isMissing, empty } = standing(data ?? [], model.id, editor.wish.entry, locale);
    if (isMissing) return t("content.localeMissing", { locale: name });
    return empty > 0 ? t("content.localeEmpty", { locale: name, count: empty }) : name;
  };
}

function Notices({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const count = Object.keys(editor.errors).length;
  return (
    <>
      {editor.clash ? <ClashNotice editor={editor} /> : null}
      {editor.failure ? (
        <Notice tone="danger" title={t("content.notSaved")} alert>
          <p>{editor.failure}</p>
        </Notice>
      ) : null}
      {count > 0 ? (
        <Notice tone="danger" title={t("content.notSaved")} alert>
          <p>{t("content.fieldsWrong", { count })}</p>
        </Notice>
      ) : null}
    </>
  );
}

function SaveBar({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const count = Object.keys(editor.changed).length;
  return (
    <footer className={styles.foot}>
      <span className={styles.note}>{t("content.unsaved", { count })}</span>
      <span className={styles.grow} />
      <Button disabled={editor.isBusy} onClick={editor.discard}>
        {t("content.discard")}
      </Button>
      <Button
        look="primary"
        keys="Mod+S"
        busy={editor.isBusy}
        disabled={!editor.canWrite}
        onClick={editor.save}
      >
        {t("content.save")}
      </Button>
    </footer>
  );
}

function useEditorKeys(editor: Editor): void {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { view, beside } = usePlace();
  const { locale, locales, status } = useContent();
  const other = besideOf(locale, locales, status.defaultLocale);
  const { save, isDirty, canWrite } = editor;
  const commands = useMemo<Command[]>(() => {
    const turn = (place: Place) =>
      void navigate({
        to: "/content",
        search: (before: object) => ({ ...before, ...place }),
        replace: true,
        resetScroll: false,
      });
    return [
      {
        id: "content.raw",
        label: t("content.rawKey"),
        group: "look",
        keys: ["Mod+E"],
        always: true,
        run: () => turn({ view: view === "raw" ? undefined : "raw" }),
      },
      ...(other
        ? [
            {
              id: "content.beside",
              label: t("content.sideBySide"),
              group: "look" as const,
              keys: ["b"],
              run: () => turn({ beside: beside ? undefined : other, view: undefined }),
            },
          ]
        : []),
      ...(isDirty && canWrite
        ? [
            {
              id: "content.save",
              label: t("content.save"),
              group: "do" as const,
              keys: ["Mod+S"],
              always: true,
              run: save,
            },
          ]
        : []),
    ];
  }, [t, navigate, view, beside, other, save, isDirty, canWrite]);
  useCommands(commands);
}
