import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { follow, openRun } from "@/api/stream";
import { sectionOfStep } from "../model";
import styles from "./draft.module.css";

/** The text while it is written, section by section, as the words come. */
export function Writing({ article, runId }: { article: ArticleDetail; runId: string }) {
  const { t } = useTranslation();
  const [said, setSaid] = useState<ReadonlyMap<string, string>>(new Map());
  useEffect(() => {
    const stop = new AbortController();
    const texts = new Map<string, string>();
    let last = 0;
    void follow({
      open: openRun(runId),
      after: 0,
      signal: stop.signal,
      onEvents: (events) => {
        for (const event of events) {
          last = Math.max(last, event.n);
          if (event.type !== "text" || !event.step) continue;
          const before = texts.get(event.step) ?? "";
          texts.set(event.step, before.slice(0, event.offset ?? before.length) + event.text);
        }
        setSaid(new Map(texts));
        return last;
      },
    }).catch(() => undefined);
    return () => stop.abort();
  }, [runId]);
  const headings = article.sections.map((one) => one.heading);
  return (
    <div role="log" aria-label={t("articles.streaming")}>
      {[...said].map(([step, text]) => {
        const heading = sectionOfStep(step, headings);
        if (heading === null) return null;
        return (
          <div key={step}>
            {heading ? (
              <div className={styles.heading}>
                <h3>{heading}</h3>
              </div>
            ) : null}
            <p className={styles.prose}>{text.replace(/\s*\{\{ref:\d+\}\}|\[IMAGE:[^\]]*\]/g, "").trim()}</p>
          </div>
        );
      })}
    </div>
  );
}
