import { Link } from "@tanstack/react-router";
import { MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Icon } from "@/ui/icon";
import { type ScreenEntry, screensFor } from "../screens";
import { useSession } from "../session";
import styles from "./pager.module.css";
import { useCount } from "./rail-link";

/** The navigation of a phone: the screens and the agent, at the foot. */
export function Pager() {
  const { t } = useTranslation();
  const screens = screensFor(useSession().permissions);
  return (
    <nav className={styles.pager} aria-label={t("frame.main")}>
      {screens.map((screen) => (
        <PagerLink key={screen.id} screen={screen} />
      ))}
      <Link to="/agent" className={styles.link} activeProps={{ "aria-current": "page" }}>
        <Icon of={MessageSquareText} />
        {t("frame.agent")}
      </Link>
    </nav>
  );
}

function PagerLink({ screen }: { screen: ScreenEntry }) {
  const { t } = useTranslation();
  const count = useCount(screen.id);
  return (
    <Link to={screen.to} className={styles.link} activeProps={{ "aria-current": "page" }}>
      <Icon of={screen.icon} />
      <span className={styles.words}>
        {t(`frame.${screen.id}`)} {count > 0 ? count : ""}
      </span>
    </Link>
  );
}
