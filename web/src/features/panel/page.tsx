import { useTranslation } from "react-i18next";
import { useShownScreen } from "@/lib/screen";
import { Panel } from "./components/panel";
import styles from "./page.module.css";
import type { PanelScope } from "./use-panel";

/** The agent panel as a page of its own: on a phone, or when one wants only the conversation. */
export function PanelPage(scope: PanelScope) {
  const { t } = useTranslation();
  useShownScreen("agent", t("frame.agent"));
  return (
    <main id="main" tabIndex={-1} className={styles.page}>
      <h1 className="hidden-text">{t("frame.agent")}</h1>
      <Panel {...scope} />
    </main>
  );
}
