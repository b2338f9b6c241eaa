import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { FixAnswer } from "@/api/schema";
import { notify } from "@/lib/notices";
import { Button } from "@/ui/button";
import { Dialog } from "@/ui/dialog";
import floatStyles from "@/ui/float.module.css";
import { fixFindings } from "../changes";
import { useContent } from "../context";
import { useTold } from "../use-told";
import styles from "./findings-view.module.css";

/** How many cures a person reads before deciding; the rest is counted. */
const SHOWN = 50;

/** The way to have cured what needs no decision: it is shown first. */
export function Fixes({ count }: { count: number }) {
  const { t } = useTranslation();
  const { projectId } = useContent();
  const client = useQueryClient();
  const told = useTold();
  const [isBusy, setBusy] = useState(false);
  const [shown, setShown] = useState<FixAnswer | null>(null);
  const act = async (dryRun: boolean) => {
    setBusy(true);
    try {
      const answer = await fixFindings(projectId, dryRun);
      setShown(dryRun ? answer : null);
      if (answer.change) told(answer.change);
    } catch (thrown) {
      const { message, suggestion } = asApiError(thrown);
      notify({ tone: "failed", text: message, detail: suggestion });
    }
    if (!dryRun) await client.invalidateQueries({ queryKey: keys.content });
    setBusy(false);
  };
  return (
    <>
      <Button small busy={isBusy && !shown} onClick={() => act(true)}>
        {t("content.fixable", { count })}
      </Button>
      <Dialog
        open={shown !== null}
        onOpenChange={(open) => (open ? undefined : setShown(null))}
        title={t("content.fixTitle")}
        wide
      >
        {shown ? <Cures shown={shown} /> : null}
        <div className={floatStyles.actions}>
          <Button onClick={() => setShown(null)}>{t("content.fixKeep")}</Button>
          <Button look="primary" busy={isBusy} onClick={() => act(false)}>
            {t("content.fixNow")}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

/** What will be cured, in how many files. */
function Cures({ shown }: { shown: FixAnswer }) {
  const { t } = useTranslation();
  const more = shown.fixed - Math.min(shown.cured.length, SHOWN);
  return (
    <>
      <p className={floatStyles.text}>{t("content.fixText")}</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
      <ul className={styles.cures} tabIndex={0}>
        {shown.cured.slice(0, SHOWN).map(({ code, model, entry, slug, locale, message }) => (
          <li key={[code, model, entry, slug, locale, message].join("/")}>
            {message}
            <span className={styles.where}>{[model, entry ?? slug, locale].filter(Boolean).join(" · ")}</span>
          </li>
        ))}
      </ul>
      <p className={styles.where}>
        {[
          more > 0 ? t("content.fixMore", { count: more }) : "",
          t("content.fixFiles", { count: shown.fileCount }),
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
    </>
  );
}
