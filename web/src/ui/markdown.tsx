import { lazy, Suspense } from "react";
import styles from "./markdown.module.css";

const MarkdownBlocks = lazy(() => import("./markdown-blocks"));

/** A model's Markdown. Its parser loads with the first text; until then the text stands as it is. */
export function Markdown({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className={styles.plain}>{text}</p>}>
      <MarkdownBlocks text={text} />
    </Suspense>
  );
}
