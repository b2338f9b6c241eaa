import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { useSession } from "@/lib/session";
import type { MenuContentProps } from "@/ui/lazy-menu";
import { MenuItem, OpenMenu } from "@/ui/menu";
import { isAtFoot, screensFor } from "../screens";

/** The screens that have no place at the foot of a phone. */
export default function MoreMenu({ anchor, onClose }: MenuContentProps) {
  const { t } = useTranslation();
  const screens = screensFor(useSession().permissions).filter((screen) => !isAtFoot(screen));
  return (
    <OpenMenu anchor={anchor} onClose={onClose} side="top" align="end">
      {screens.map(({ id, to, icon }) => (
        <MenuItem key={id} icon={icon} link={<Link to={to} />} onClick={onClose}>
          {t(`frame.${id}`)}
        </MenuItem>
      ))}
    </OpenMenu>
  );
}
