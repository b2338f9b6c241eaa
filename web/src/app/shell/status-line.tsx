import { useQuery } from "@tanstack/react-query";
import { Activity, Wifi, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import { statusQuery } from "@/api/session";
import { classes } from "@/lib/classes";
import { Icon } from "@/ui/icon";
import styles from "./status-line.module.css";

/** The line at the foot: connection, running runs, version. */
export function StatusLine() {
  const { t } = useTranslation();
  const { data, isError } = useQuery(statusQuery);
  return (
    <footer className={styles.status}>
      <span className={classes(styles.part, isError && styles.lost)}>
        <Icon of={isError ? WifiOff : Wifi} size="tiny" />
        {isError ? t("frame.reconnecting") : t("frame.connected")}
      </span>
      {data ? (
        <span className={styles.part}>
          <Icon of={Activity} size="tiny" />
          {t("frame.runsGoing", { count: data.runsActive })}
        </span>
      ) : null}
      <span className={styles.end}>{data ? t("frame.version", { version: data.version }) : ""}</span>
    </footer>
  );
}
