import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Archive } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { type ApiError, asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { BackupCheck, BackupInfo } from "@/api/schema";
import { classes } from "@/lib/classes";
import { bytes, count, moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { cell, tableClass } from "@/ui/table";
import { backupsQuery } from "../queries";
import styles from "./admin.module.css";

/** Backups in the data folder: take one now, check one, and the exact command that brings one back. */
export function Backups() {
  const { t } = useTranslation();
  const client = useQueryClient();
  const backups = useQuery(backupsQuery).data ?? [];
  const { isBusy, act } = useAct();
  const take = () =>
    act(async () => {
      const taken = await unwrap(api.POST("/api/backups"));
      notify({ tone: "done", text: t("admin.backedUp", { name: taken.name }) });
      await client.invalidateQueries({ queryKey: keys.backups });
    });
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className={styles.note}>{t("admin.backupText")}</p>
        <Button icon={Archive} busy={isBusy} onClick={() => take()}>
          {t("admin.backUp")}
        </Button>
      </div>
      {backups.length > 0 ? <BackupTable backups={backups} /> : null}
      {backups[0] ? (
        <Notice tone="plain" title={t("admin.restoreTitle")}>
          <p>{t("admin.restoreText")}</p>
          <div className={styles.secret}>
            <code>{backups[0].restoreCommand}</code>
          </div>
        </Notice>
      ) : null}
    </div>
  );
}

function BackupTable({ backups }: { backups: BackupInfo[] }) {
  const { t } = useTranslation();
  return (
    <div className={styles.scroll}>
      <table className={tableClass}>
        <caption className="hidden-text">{t("settings.backup")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("admin.backup")}</th>
            <th scope="col">{t("admin.when")}</th>
            <th scope="col" className={classes(cell.number, cell.wide)}>
              {t("admin.size")}
            </th>
            <th scope="col">
              <span className="hidden-text">{t("admin.check")}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {backups.map((backup) => (
            <BackupRow key={backup.name} backup={backup} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function BackupRow({ backup }: { backup: BackupInfo }) {
  const { t, i18n } = useTranslation();
  const [found, setFound] = useState<BackupCheck | ApiError | "busy" | null>(null);
  const check = async () => {
    setFound("busy");
    const params = { path: { name: backup.name } };
    setFound(await unwrap(api.POST("/api/backups/{name}/check", { params })).catch(asApiError));
  };
  return (
    <>
      <tr>
        <th scope="row">
          {backup.name}
          {backup.isAutomatic ? <span className={styles.muted}> {t("admin.automatic")}</span> : null}
        </th>
        <td className={cell.muted}>{moment(backup.createdAt, Date.now(), i18n.language)}</td>
        <td className={classes(cell.number, cell.wide)}>{bytes(backup.size, i18n.language)}</td>
        <td className={cell.actions}>
          <Button
            small
            busy={found === "busy"}
            onClick={() => check()}
            aria-label={t("admin.checkOf", { name: backup.name })}
          >
            {t("admin.check")}
          </Button>
        </td>
      </tr>
      {found && found !== "busy" ? (
        <tr>
          <td colSpan={4} className={cell.wrap}>
            <Found found={found} />
          </td>
        </tr>
      ) : null}
    </>
  );
}

function Found({ found }: { found: BackupCheck | ApiError }) {
  const { t, i18n } = useTranslation();
  if (found instanceof Error) {
    return (
      <Notice tone="danger" title={found.message} alert>
        <p>{found.suggestion}</p>
      </Notice>
    );
  }
  const values = {
    entries: count(found.entries, i18n.language),
    size: bytes(found.size, i18n.language),
    release: found.release,
  };
  return (
    <Notice tone="plain" title={t("admin.whole")} alert>
      <p>{t(found.hasKey ? "admin.holdsWithKey" : "admin.holds", values)}</p>
    </Notice>
  );
}
