import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import { Icon } from "./icon";
import { Menu } from "./menu";
import styles from "./word-menu.module.css";

/** An underlined word of a sentence that opens a menu. */
export function WordMenu({ word, label, children }: { word: string; label: string; children: ReactNode }) {
  return (
    <Menu
      trigger={
        <button type="button" className={styles.word} aria-label={`${label}: ${word}`}>
          <span>{word}</span>
          <Icon of={ChevronDown} size="tiny" tone="muted" />
        </button>
      }
    >
      {children}
    </Menu>
  );
}

/** Return the words of a sentence and the places between them where something is chosen, in the language's order. */
export function sentenceParts(sentence: string): (string | number)[] {
  return sentence
    .split(/(\[\d\])/)
    .filter((part) => part.trim() !== "")
    .map((part) => (/^\[\d\]$/.test(part) ? Number(part[1]) : part.trim()));
}
