import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Markdown } from "@/ui/markdown";
import { paragraphOrigins } from "../provenance";
import { type EntryWish, historyQuery } from "../queries";
import styles from "./body-text.module.css";
import { OriginTick } from "./origin";

interface BodyTextProps {
  text: string;
  field: string;
  locale: string;
  wish: EntryWish;
}

/** A long text as it reads. What an agent wrote carries a tick in the margin. */
export function BodyText({ text, field, locale, wish }: BodyTextProps) {
  const { data } = useQuery({ ...historyQuery(wish), enabled: wish.entry !== null });
  const paragraphs = useMemo(() => paragraphOrigins(text, field, data ?? []), [text, field, data]);
  return (
    <div className={styles.text} lang={locale}>
      {paragraphs.map(({ text: paragraph, origin }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name of their own
        <div key={index} className={styles.paragraph}>
          {origin?.agent ? <OriginTick origin={origin} /> : null}
          <Markdown text={paragraph} />
        </div>
      ))}
    </div>
  );
}
