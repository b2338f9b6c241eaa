/** The keys of a list of records: to the next one, to the one before, and choosing the one at hand. */
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";

/** Offer the keys as long as the list is shown. */
export function useRowKeys(): void {
  const { t } = useTranslation();
  useCommands(
    useMemo<Command[]>(() => {
      const base = { group: "do", keyOnly: true } as const;
      return [
        { ...base, id: "records.next", label: t("records.next"), keys: ["j"], run: () => focusRow(1) },
        {
          ...base,
          id: "records.previous",
          label: t("records.previous"),
          keys: ["k"],
          run: () => focusRow(-1),
        },
        { ...base, id: "records.chooseRow", label: t("records.chooseKey"), keys: ["x"], run: turnRow },
      ];
    }, [t]),
  );
}

/** Choose the record that has the focus, or leave it. */
function turnRow(): void {
  document.activeElement?.closest("tr")?.querySelector<HTMLInputElement>('input[type="checkbox"]')?.click();
}

function focusRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>("[data-row]")];
  const own = document.activeElement?.closest("tr")?.querySelector<HTMLElement>("[data-row]");
  const at = own ? rows.indexOf(own) : -1;
  rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
}
