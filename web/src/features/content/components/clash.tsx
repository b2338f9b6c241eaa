import { useTranslation } from "react-i18next";
import { spellValue } from "@/lib/diff";
import { spellField } from "@/lib/labels";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import type { Editor } from "../use-editor";
import styles from "./clash.module.css";

/** Somebody else was faster: what stands there now beside what was written here, and who decides. */
export function ClashNotice({ editor }: { editor: Editor }) {
  const { t } = useTranslation();
  const { clash } = editor;
  if (!clash) return null;
  return (
    <Notice
      tone="caution"
      title={t("content.clashTitle")}
      alert
      actions={
        <>
          <Button small busy={editor.isBusy} onClick={() => editor.settle("mine")}>
            {t("content.keepMine")}
          </Button>
          <Button small onClick={() => editor.settle("theirs")}>
            {t("content.takeTheirs")}
          </Button>
        </>
      }
    >
      <dl className={styles.fields}>
        {clash.fields.map((name) => (
          <div key={name} className={styles.field}>
            <dt>{spellField(name)}</dt>
            <dd>
              <span className={styles.name}>{t("content.there")}</span> {shorten(spellValue(clash.now[name]))}
            </dd>
            <dd>
              <span className={styles.name}>{t("content.here")}</span>{" "}
              {shorten(spellValue(editor.values[name]))}
            </dd>
          </div>
        ))}
      </dl>
    </Notice>
  );
}

const LONGEST = 240;

function shorten(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
