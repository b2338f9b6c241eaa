import { Bold, Heading2, Italic, Link2, type LucideIcon, Quote } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icon-button";
import { Segment } from "@/ui/segment";
import { useEntryWish } from "../context";
import { countWords, type Mark, toggleMark } from "../marks";
import styles from "./body-field.module.css";
import { BodyText } from "./body-text";
import { Control } from "./control";
import type { FieldProps } from "./field-input";

const TOOLS: [
  Mark,
  LucideIcon,
  "content.bold" | "content.italic" | "content.heading" | "content.quote" | "content.link",
][] = [
  ["bold", Bold, "content.bold"],
  ["italic", Italic, "content.italic"],
  ["heading", Heading2, "content.heading"],
  ["quote", Quote, "content.quote"],
  ["link", Link2, "content.link"],
];

/** A long text in Markdown, with its marks at hand. */
export function BodyField({ field, value, onChange, error, isLocked, locale }: FieldProps) {
  const { t } = useTranslation();
  const wish = useEntryWish();
  const [mode, setMode] = useState<"write" | "read">(isLocked ? "read" : "write");
  const box = useRef<HTMLTextAreaElement>(null);
  const text = typeof value === "string" ? value : "";
  const mark = (kind: Mark) => {
    const element = box.current;
    if (!element) return;
    const next = toggleMark({ text, start: element.selectionStart, end: element.selectionEnd }, kind);
    onChange(next.text);
    requestAnimationFrame(() => {
      element.focus();
      element.setSelectionRange(next.start, next.end);
    });
  };
  return (
    <Control label={field.label} name={field.name} hint={field.hint} error={error} required={field.required}>
      {(ids) => (
        <div className={styles.frame}>
          <div className={styles.tools} role="toolbar" aria-label={t("content.marks")}>
            {mode === "read"
              ? null
              : TOOLS.map(([kind, icon, name]) => (
                  <IconButton key={kind} icon={icon} name={t(name)} onClick={() => mark(kind)} />
                ))}
            <span className={styles.words}>{t("content.words", { count: countWords(text) })}</span>
            {isLocked ? null : (
              <Segment
                label={t("content.bodyView")}
                value={mode}
                onChange={setMode}
                options={[
                  { value: "write", label: t("content.write") },
                  { value: "read", label: t("content.read") },
                ]}
              />
            )}
          </div>
          {mode === "read" ? (
            <BodyText text={text} field={field.name} locale={locale} wish={wish} />
          ) : (
            <textarea
              {...ids}
              ref={box}
              className={styles.text}
              lang={locale}
              value={text}
              readOnly={isLocked}
              onChange={(event) => onChange(event.target.value || null)}
            />
          )}
        </div>
      )}
    </Control>
  );
}
