/** The keys of a list of rows: to the next one, to the one before, and choosing the one at hand. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";

/** Offer the keys as long as the list is shown. */
export function useRowKeys(): void {
  const { t } = useTranslation();
  const commands = useMemo<Command[]>(() => {
    const base = { group: "do", keyOnly: true } as const;
    return [
      { ...base, id: "content.next", label: t("content.next"), keys: ["j"], run: () => focusRow(1) },
      { ...base, id: "content.choose", label: t("content.chooseKey"), keys: ["x"], run: toggleRow },
      { ...base, id: "content.previous", label: t("content.previous"), keys: ["k"], run: () => focusRow(-1) },
    ];
  }, [t]);
  useCommands(commands);
}

/** Choose the row that has the focus, or leave it. */
function toggleRow(): void {
  const row = document.activeElement?.closest('[role="row"]');
  row?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

/** Move the focus between the rows in the page. */
function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")].sort(
    (a, b) => a.getBoundingClientRect().top - b.getBoundingClientRect().top,
  );
  const at = rows.indexOf(document.activeElement as HTMLElement);
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}
