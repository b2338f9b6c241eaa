import { Link } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";
import { buttonClass } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { useFacts } from "../use-panel";
import styles from "./lock.module.css";

/** No model can be reached: what is missing and the exact way to get it. */
export function SetupLock() {
  const facts = useFacts();
  const { t } = useTranslation();
  return (
    <div className={styles.setup}>
      <Empty
        title={t("panel.lockedTitle")}
        actions={
          <Link to="/connections" search={{ item: "new" }} className={buttonClass("primary")}>
            {t("panel.connect")}
          </Link>
        }
      >
        <p>{t("panel.lockedText", { agent: facts.agent?.name ?? "" })}</p>
      </Empty>
    </div>
  );
}
