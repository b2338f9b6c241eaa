import { Download } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Button } from "./button";
import { IconButton } from "./icon-button";
import { Menu, MenuItem } from "./menu";

interface ExportMenuProps {
  /** The address of the file in a format. */
  pathOf: (format: "csv" | "jsonl") => string;
  /** True where only the sign fits. */
  isSmall?: boolean;
}

/** What is shown, as a file: for a spreadsheet, or for a program. */
export function ExportMenu({ pathOf, isSmall = false }: ExportMenuProps) {
  const { t } = useTranslation();
  const name = t("frame.export");
  const trigger = isSmall ? (
    <IconButton icon={Download} name={name} />
  ) : (
    <Button look="quiet" icon={Download}>
      {name}
    </Button>
  );
  return (
    <Menu trigger={trigger} align="end">
      <MenuItem link={<a href={pathOf("csv")} download />}>{t("frame.exportCsv")}</MenuItem>
      <MenuItem link={<a href={pathOf("jsonl")} download />}>{t("frame.exportJson")}</MenuItem>
    </Menu>
  );
}
