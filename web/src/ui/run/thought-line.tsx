import { ChevronDown, ChevronRight } from "lucide-react";
import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Icon } from "../icon";
import styles from "./thought-line.module.css";

/** A model's reasoning: one quiet line that opens to the text. */
export function ThoughtLine({ text, isLive }: { text: string; isLive: boolean }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  return (
    <div>
      <button
        type="button"
        className={styles.line}
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon of={isOpen ? ChevronDown : ChevronRight} size="small" />
        {isLive ? t("run.thinking") : t("run.thought")}
      </button>
      <p id={id} hidden={!isOpen} className={styles.text}>
        {isOpen ? text : ""}
      </p>
    </div>
  );
}
