import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import type { Span } from "@/lib/diff";
import styles from "./diff.module.css";

export type DiffState = "open" | "accepted" | "rejected";

/** The class that lets the words inside look open, accepted or rejected. */
export function diffClass(state: DiffState): string {
  return classes(state !== "open" && styles[state]);
}

/** Words that stay, go and come. Signs and lines say it too, so that colour is never alone. */
export function Words({ spans }: { spans: readonly Span[] }) {
  return spans.map(([op, text], index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: spans have no name of their own and never move
    <WordSpan key={index} op={op} text={text} />
  ));
}

/** One stretch of a diff. */
export function WordSpan({ op, text }: { op: Span[0]; text: string }) {
  const { t } = useTranslation();
  if (op === "same") return text;
  const isAdded = op === "added";
  const Tag = isAdded ? "ins" : "del";
  const words = text.trimStart();
  if (words === "") return text;
  // The space before stays outside, so that the sign stands at the word.
  return (
    <>
      {text.slice(0, text.length - words.length)}
      <Tag className={isAdded ? styles.added : styles.removed}>
        <span className={styles.sign} aria-hidden="true">
          {isAdded ? "+" : "−"}
        </span>
        <span className="hidden-text">{isAdded ? t("review.saidAdded") : t("review.saidRemoved")}</span>
        {words}
      </Tag>
    </>
  );
}

interface CountsProps {
  added: number;
  removed: number;
  changed: number;
}

/** How many things came, went and changed. */
export function Counts({ added, removed, changed }: CountsProps) {
  const { t } = useTranslation();
  const words = [
    added > 0 ? t("review.countAdded", { count: added }) : "",
    removed > 0 ? t("review.countRemoved", { count: removed }) : "",
    changed > 0 ? t("review.countChanged", { count: changed }) : "",
  ];
  return (
    <span className={styles.counts}>
      <span className="hidden-text">{words.filter(Boolean).join(", ")}</span>
      {added > 0 ? (
        <span className={styles.more} aria-hidden="true">
          +{added}
        </span>
      ) : null}
      {removed > 0 ? (
        <span className={styles.less} aria-hidden="true">
          −{removed}
        </span>
      ) : null}
      {changed > 0 ? (
        <span className={styles.other} aria-hidden="true">
          ~{changed}
        </span>
      ) : null}
    </span>
  );
}
