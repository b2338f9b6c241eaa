import { useTranslation } from "react-i18next";
import { nameOf } from "@/lib/diff";
import { spansOfChange } from "@/lib/review";
import { useDesk } from "../desk";
import { CommentForm, Comments } from "./comments";
import { ConflictNote } from "./conflict";
import styles from "./current-bar.module.css";
import { FullNote } from "./note";

/** The change at hand with all its controls, where the page has no margin for them. */
export function CurrentBar() {
  const { t } = useTranslation();
  const { current, canDecide } = useDesk();
  if (!current) return null;
  return (
    <section className={styles.bar} aria-label={t("review.current")}>
      <p className={styles.words}>
        <b>{current.number}</b> {nameOf(spansOfChange(current))}
      </p>
      {current.conflict ? (
        <ConflictNote change={current} isCurrent />
      ) : canDecide ? (
        <FullNote change={current} />
      ) : null}
      <Comments change={current} />
      <CommentForm change={current} />
    </section>
  );
}
