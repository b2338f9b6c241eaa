import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "@/ui/button";

interface SomeOfProps<T> {
  all: T[];
  /** How many are shown at first, and how many more at each press. */
  step: number;
  children: (shown: T[]) => ReactNode;
}

/** The first of very many, and a press for the next: a page of hundreds of links would be slow to open. */
export function SomeOf<T>({ all, step, children }: SomeOfProps<T>) {
  const { t } = useTranslation();
  const [most, setMost] = useState(step);
  return (
    <>
      {children(all.slice(0, most))}
      {all.length > most ? (
        <Button small look="quiet" onClick={() => setMost(most + step)}>
          {t("records.moreOf", { count: all.length - most })}
        </Button>
      ) : null}
    </>
  );
}
