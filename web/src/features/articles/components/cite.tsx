import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import styles from "./cite.module.css";

interface CiteProps {
  number: number;
  isOn?: boolean;
  onPick: (source: number) => void;
}

/** A reference in the text; pressing it shows the source. */
export function Cite({ number, isOn = false, onPick }: CiteProps) {
  const { t } = useTranslation();
  return (
    <button
      type="button"
      className={classes(styles.cite, isOn && styles.on)}
      aria-label={t("articles.sourceNumber", { number })}
      onClick={() => onPick(number)}
    >
      {number}
    </button>
  );
}
