import { useState } from "react";
import { useTranslation } from "react-i18next";
import { readInput } from "@/lib/run/call";
import { useContent } from "../context";
import type { Editor } from "../use-editor";
import { boxClass, Control } from "./control";
import styles from "./raw-view.module.css";

/** An entry as it is stored: its values as JSON, a document's text as Markdown. */
export function RawView({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const { locale } = useContent();
  const { body, ...front } = editor.values;
  const isDocument = editor.model.kind === "document";
  const [text, setText] = useState(() => JSON.stringify(isDocument ? front : editor.values, null, 2));
  const read = readInput(text);
  const change = (next: string) => {
    setText(next);
    const values = readInput(next);
    if (values) editor.replace(isDocument && body !== undefined ? { ...values, body } : values);
  };
  return (
    <div className={styles.raw}>
      <Control
        label={isDocument ? t("content.frontMatter") : t("content.json")}
        name="raw"
        error={read ? null : t("content.notJson")}
      >
        {(ids) => (
          <textarea
            {...ids}
            className={boxClass(!read, styles.code)}
            spellCheck={false}
            readOnly={!editor.canWrite}
            value={text}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </Control>
      {isDocument ? (
        <Control label={t("content.markdown")} name="body">
          {(ids) => (
            <textarea
              {...ids}
              className={boxClass(null, styles.code)}
              lang={locale}
              readOnly={!editor.canWrite}
              value={typeof body === "string" ? body : ""}
              onChange={(event) => editor.set("body", event.target.value)}
            />
          )}
        </Control>
      ) : null}
    </div>
  );
}
