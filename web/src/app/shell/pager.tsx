import { Link } from "@tanstack/react-router";
import { Ellipsis, MessageSquareText } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useSession } from "@/lib/session";
import { Icon } from "@/ui/icon";
import { LazyMenu } from "@/ui/lazy-menu";
import { isAtFoot, type ScreenEntry, screensFor } from "../screens";
import styles from "./pager.module.css";
import { useCount, useIsPart } from "./rail-link";

const loadMore = () => import("./more-menu");

/** The navigation of a phone: where the work is and the agent, at the foot; the rest in a menu. */
export function Pager() {
  const { t } = useTranslation();
  const screens = screensFor(useSession().permissions).filter(isAtFoot);
  return (
    <nav className={styles.pager} aria-label={t("frame.main")}>
      {screens.map((screen) => (
        <PagerLink key={screen.id} screen={screen} />
      ))}
      <Link to="/agent" className={styles.link} activeProps={{ "aria-current": "page" }}>
        <Icon of={MessageSquareText} />
        {t("frame.agent")}
      </Link>
      <LazyMenu
        load={loadMore}
        trigger={
          <button type="button" className={styles.link}>
            <Icon of={Ellipsis} />
            {t("frame.more")}
          </button>
        }
      />
    </nav>
  );
}

function PagerLink({ screen }: { screen: ScreenEntry }) {
  const { t } = useTranslation();
  const count = useCount(screen.id);
  const isPart = useIsPart(screen.id);
  return (
    <Link
      to={screen.to}
      className={styles.link}
      aria-current={isPart ? "true" : undefined}
      activeProps={{ "aria-current": "page" }}
    >
      <Icon of={screen.icon} />
      <span className={styles.words}>
        {t(`frame.${screen.id}`)} {count > 0 ? count : ""}
      </span>
    </Link>
  );
}
