import { later } from "./later";
import styles from "./markdown.module.css";

const MarkdownBlocks = later(() => import("./markdown-blocks"), Plain);

/** A model's Markdown. Its parser loads with the first text; until then the text stands as it is. */
export function Markdown({ text }: { text: string }) {
  return <MarkdownBlocks text={text} />;
}

function Plain({ text }: { text: string }) {
  return <p className={styles.plain}>{text}</p>;
}
