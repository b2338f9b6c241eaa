import { useQuery } from "@tanstack/react-query";
import { useCallback, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { prefer, usePreferences } from "@/lib/preferences";
import { later } from "@/ui/later";
import { Segment } from "@/ui/segment";
import { useEntryWish } from "../context";
import { usePlace } from "../place";
import { originsOf, paragraphsOf } from "../provenance";
import { historyQuery } from "../queries";
import { countWords } from "../words";
import styles from "./body-field.module.css";
import { BodyText } from "./body-text";
import { Control } from "./control";
import type { FieldProps } from "./field-input";
import { tickClass, useOriginWords } from "./origin";

/** The editor of a long text, fetched when one is first written. */
export const RichText = later(() => import("../rich/rich-text"), Waiting);

function Waiting({ text }: { text: string }) {
  return <p className={styles.waiting}>{text}</p>;
}

/** A long text in Markdown: written as it reads, or as Markdown; what nobody touches keeps its bytes. */
export function BodyField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const wish = useEntryWish();
  const place = usePlace();
  const view = usePreferences(({ bodyView }) => bodyView);
  const tickOf = useTicks(field.name);
  const text = typeof value === "string" ? value : "";
  const change = (next: string) => onChange(next || null);
  const choice = isLocked ? null : (
    <Segment
      label={t("rich.view")}
      value={view}
      onChange={(next) => prefer({ bodyView: next })}
      options={[
        { value: "rich", label: t("rich.text") },
        { value: "raw", label: t("rich.markdown") },
      ]}
    />
  );
  return (
    <Control
      label={field.label}
      name={field.name}
      hint={field.hint}
      error={error}
      required={field.required}
      note={choice}
    >
      {(ids) => {
        if (isLocked) {
          return (
            <div className={styles.frame}>
              <BodyText text={text} field={field.name} locale={locale} wish={wish} />
            </div>
          );
        }
        if (view === "raw") {
          return (
            <div className={styles.frame}>
              <textarea
                {...ids}
                className={styles.text}
                lang={locale}
                value={text}
                onChange={(event) => change(event.target.value)}
              />
              <p className={styles.words}>{t("content.words", { count: countWords(text) })}</p>
            </div>
          );
        }
        return (
          <RichText
            // Each text has an editor, and a past, of its own.
            key={[wish.model, wish.entry, wish.locale, field.name].join("/")}
            ids={ids}
            label={field.label}
            text={text}
            locale={locale}
            autoFocus={place.field === field.name}
            tickOf={tickOf}
            tickClass={tickClass}
            onChange={change}
          />
        );
      }}
    </Control>
  );
}

/** Return a function that tells what to say beside a block of a text: which agent wrote it. */
function useTicks(field: string) {
  const wish = useEntryWish();
  const say = useOriginWords();
  const { data } = useQuery({ ...historyQuery(wish), enabled: wish.entry !== null });
  const find = useMemo(() => originsOf(field, data ?? []), [field, data]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another past makes other ticks
  return useCallback(
    (source: string) => {
      const origin = find(paragraphsOf(source)[0] ?? "");
      if (!origin?.agent) return null;
      return { words: say(origin), href: origin.runId ? `/runs/${origin.runId}` : null };
    },
    [find],
  );
}
