import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { classes } from "@/lib/classes";
import { StateWord } from "@/ui/state-word";
import { useContent } from "../context";
import styles from "./findings-view.module.css";

interface FindingProps {
  tone: "failed" | "finding" | null;
  place: {
    model: string | null;
    entry: string | null;
    locale: string | null;
    field: string | null;
    /** What the entry is called, where that is known. */
    label?: string | null;
  };
  children: ReactNode;
}

/** One finding, as a link to the field it is about. */
export function Finding({ tone, place, children }: FindingProps) {
  const { models } = useContent();
  const model = models.find(({ id }) => id === place.model);
  const field = model?.fields.find(({ name }) => name === place.field)?.label ?? place.field;
  const name = place.label || place.entry;
  const where = [model?.name ?? place.model, tone ? name : null, field, place.locale];
  return (
    <Link
      from="/content"
      to="/content"
      search={(before) => ({
        ...before,
        part: undefined,
        model: place.model ?? undefined,
        locale: place.locale ?? before.locale,
        entry: place.entry || undefined,
        field: place.field ?? undefined,
        view: undefined,
      })}
      className={styles.finding}
    >
      {tone ? (
        <StateWord tone={tone}>
          <span className={styles.words}>{children}</span>
        </StateWord>
      ) : (
        <span className={styles.words}>{name || model?.name}</span>
      )}
      <span className={classes(styles.where, tone && styles.under)}>
        {tone ? null : <>{children} · </>}
        {where.filter(Boolean).join(" · ")}
      </span>
    </Link>
  );
}
