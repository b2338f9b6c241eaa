import { ChevronDown } from "lucide-react";
import { useTranslation } from "react-i18next";
import { IconButton } from "@/ui/icon-button";
import { Menu, MenuItem } from "@/ui/menu";
import { useContent } from "../context";
import { useStatus } from "../use-status";
import type { Scheduled } from "./schedule-dialog";

interface StatusMenuProps {
  of: Scheduled;
  status: unknown;
  onSchedule: () => void;
}

/** What else can become of an entry: a date, the end of one, the archive. */
export function StatusMenu({ of, status, onSchedule }: StatusMenuProps) {
  const { t } = useTranslation();
  const { model } = useContent();
  const { change } = useStatus();
  const to = (next: "published" | "draft" | "archived", clears: boolean) => () =>
    void change({
      model: model.id,
      entry: of.entry,
      status: next,
      ...(clears ? { publishAt: null, expireAt: null } : {}),
      ...(of.locale ? { locale: of.locale } : {}),
    });
  const hasDate = of.publishAt !== null || of.expireAt !== null;
  return (
    <Menu align="end" trigger={<IconButton icon={ChevronDown} name={t("content.moreStatus")} />}>
      <MenuItem onClick={onSchedule}>{t(hasDate ? "content.changeDates" : "content.publishLater")}</MenuItem>
      {of.publishAt ? (
        <>
          <MenuItem onClick={to("published", true)}>{t("content.publishNow")}</MenuItem>
          <MenuItem onClick={to("draft", true)}>{t("content.dropDate")}</MenuItem>
        </>
      ) : null}
      {status === "archived" ? (
        <MenuItem onClick={to("draft", false)}>{t("content.outOfArchive")}</MenuItem>
      ) : (
        <MenuItem onClick={to("archived", true)}>{t("content.archive")}</MenuItem>
      )}
    </Menu>
  );
}
