import { Download, FileUp } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { EntityTypeInfo } from "@/api/schema";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Menu, MenuItem } from "@/ui/menu";

const ImportSheet = later(() => import("./import-sheet"));

/** Sheets of a type: bring one in, or write the records out. */
export function Sheets({ kind }: { kind: EntityTypeInfo }) {
  const { t } = useTranslation();
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const place = `/api/entity-types/${kind.definition.slug}/export`;
  return (
    <>
      <Menu align="end" trigger={<IconButton small icon={Download} name={t("records.sheets")} />}>
        {may("entities.team.create") ? (
          <MenuItem icon={FileUp} onClick={() => setOpen(true)}>
            {t("records.import")}
          </MenuItem>
        ) : null}
        {(["csv", "json"] as const).map((format) => (
          <MenuItem
            key={format}
            icon={Download}
            link={
              <a href={`${place}?format=${format}`} download>
                {format}
              </a>
            }
          >
            {t("records.exportAs", { format: format.toUpperCase() })}
          </MenuItem>
        ))}
      </Menu>
      {isOpen ? <ImportSheet kind={kind} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
