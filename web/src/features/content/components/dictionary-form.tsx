import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";
import { VirtualRows } from "@/ui/virtual-rows";
import { useContent } from "../context";
import type { Editor } from "../use-editor";
import { boxClass } from "./control";
import styles from "./dictionary-form.module.css";

const ROW = 40;

/** A dictionary: keys and their texts. Only the rows in sight are drawn. */
export function DictionaryForm({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const { locale } = useContent();
  const [words, setWords] = useState("");
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const wanted = words.trim().toLowerCase();
  const shown = Object.keys(editor.values).filter((key) =>
    `${key} ${String(editor.values[key] ?? "")}`.toLowerCase().includes(wanted),
  );
  return (
    <div className={styles.dictionary}>
      <div className={styles.bar}>
        <input
          type="search"
          className={boxClass(null)}
          aria-label={t("content.findKey")}
          placeholder={t("content.findKey")}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        {wanted && !(words.trim() in editor.values) && editor.canWrite ? (
          <Button icon={Plus} onClick={() => editor.set(words.trim(), "")}>
            {t("content.addKey", { key: words.trim() })}
          </Button>
        ) : null}
      </div>
      <div ref={setScroller} className={styles.rows}>
        <VirtualRows
          count={shown.length}
          estimate={ROW}
          scroller={scroller}
          keyOf={(index) => shown[index] ?? String(index)}
          render={(index) => {
            const key = shown[index] ?? "";
            return (
              <label className={styles.row} data-field={key}>
                <span className={styles.key}>{key}</span>
                <input
                  className={boxClass(editor.errors[key])}
                  lang={locale}
                  value={String(editor.values[key] ?? "")}
                  readOnly={!editor.canWrite}
                  onChange={(event) => editor.set(key, event.target.value)}
                />
              </label>
            );
          }}
        />
      </div>
    </div>
  );
}
