import { Link } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/icon";
import { screensFor } from "../screens";
import { useSession } from "../session";
import styles from "./pager.module.css";

/** The navigation of a phone: the screens and the agent, at the foot. */
export function Pager() {
  const { t } = useTranslation();
  const screens = screensFor(useSession().permissions);
  return (
    <nav className={styles.pager} aria-label={t("frame.main")}>
      {screens.map((screen) => (
        <Link key={screen.id} to={screen.to} className={styles.link} activeProps={{ "aria-current": "page" }}>
          <Icon of={screen.icon} />
          {t(`frame.${screen.id}`)}
        </Link>
      ))}
      <Link to="/agent" className={styles.link} activeProps={{ "aria-current": "page" }}>
        <Icon of={MessageSquareText} />
        {t("frame.agent")}
      </Link>
    </nav>
  );
}
