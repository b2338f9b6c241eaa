import { useQuery, useQueryClient } from "@tanstack/react-query";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import type { FreshKeyInfo, KeyInfo } from "@/api/schema";
import { sessionQuery } from "@/api/session";
import { moment } from "@/lib/format";
import { notify } from "@/lib/notices";
import { useOpened } from "@/lib/opened";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { later } from "@/ui/later";
import { ShownOnce } from "@/ui/shown-once";
import { StateWord } from "@/ui/state-word";
import { cell, tableClass } from "@/ui/table";
import { apiKeysQuery } from "../queries";
import styles from "./admin.module.css";
import { KeyForm } from "./key-form";
import { ROLE_NAMES } from "./roles";

const Confirm = later(() => import("@/ui/confirm"));

/** The keys with which programs come in: what each may touch, and when it was used. */
export function ApiKeys() {
  const { t } = useTranslation();
  const known = useQuery(apiKeysQuery).data;
  const [isOpen, setOpen] = useOpened();
  const [fresh, setFresh] = useState<FreshKeyInfo | null>(null);
  return (
    <div className={styles.part}>
      <div className={styles.head}>
        <p className={styles.note}>{t("admin.keysText")}</p>
        {isOpen ? null : (
          <Button icon={KeyRound} onClick={() => setOpen(true)}>
            {t("admin.newKey")}
          </Button>
        )}
      </div>
      {isOpen ? (
        <KeyForm
          onBack={() => setOpen(false)}
          onMade={(made) => {
            setOpen(false);
            setFresh(made);
          }}
        />
      ) : null}
      {fresh ? (
        <ShownOnce
          title={t("admin.keyReady", { name: fresh.key.name })}
          text={t("admin.keyOnce")}
          secret={fresh.secret}
        />
      ) : null}
      {known && known.length > 0 ? (
        <div className={styles.scroll}>
          <KeyTable known={known} />
        </div>
      ) : null}
    </div>
  );
}

function KeyTable({ known }: { known: KeyInfo[] }) {
  const { t } = useTranslation();
  return (
    <table className={tableClass}>
      <caption className="hidden-text">{t("settings.keys")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("admin.keyName")}</th>
          <th scope="col">{t("admin.role")}</th>
          <th scope="col" className={cell.wide}>
            {t("admin.limits")}
          </th>
          <th scope="col" className={cell.wide}>
            {t("admin.used")}
          </th>
          <th scope="col">{t("admin.expires")}</th>
          <th scope="col">
            <span className="hidden-text">{t("admin.revoke")}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {known.map((key) => (
          <KeyRow key={key.id} info={key} />
        ))}
      </tbody>
    </table>
  );
}

function KeyRow({ info }: { info: KeyInfo }) {
  const { t, i18n } = useTranslation();
  const limits = useLimits(info);
  const time = (at: string | null) => (at ? moment(at, Date.now(), i18n.language) : t("admin.never"));
  return (
    <tr>
      <th scope="row">
        {info.name} <code className={styles.muted}>{info.prefix}…</code>
      </th>
      <td>{t(ROLE_NAMES[info.role])}</td>
      <td className={`${cell.wide} ${cell.wrap} ${cell.muted}`}>{limits}</td>
      <td className={`${cell.wide} ${cell.muted}`}>{time(info.usedAt)}</td>
      <td className={cell.muted}>{time(info.expiresAt)}</td>
      <td className={cell.actions}>
        {info.revokedAt ? <StateWord tone="stopped">{t("admin.revoked")}</StateWord> : <Revoke info={info} />}
      </td>
    </tr>
  );
}

/** Return in words what a key is kept to. */
function useLimits(info: KeyInfo): string {
  const { t } = useTranslation();
  const projects = useQuery(sessionQuery).data?.projects ?? [];
  const project = projects.find(({ id }) => id === info.projectId)?.name ?? info.projectId;
  const parts = [
    project ? t("admin.onlyProject", { project }) : "",
    info.models ? t("admin.onlyModels", { names: info.models.join(", ") }) : "",
    info.locales ? t("admin.onlyLocales", { names: info.locales.join(", ") }) : "",
    info.tools ? t("admin.onlyTools", { names: info.tools.join(", ") }) : "",
    info.requestsPerMinute ? t("admin.perMinute", { count: info.requestsPerMinute }) : "",
  ].filter(Boolean);
  return parts.length > 0 ? parts.join("; ") : t("admin.noLimits");
}

function Revoke({ info }: { info: KeyInfo }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [isAsking, setAsking] = useState(false);
  const revoke = () =>
    act(async () => {
      await unwrap(api.DELETE("/api/keys/{key_id}", { params: { path: { key_id: info.id } } }));
      notify({ tone: "done", text: t("admin.keyRevoked", { name: info.name }) });
      await client.invalidateQueries({ queryKey: keys.apiKeys });
    });
  return (
    <>
      <Button
        small
        look="quiet"
        busy={isBusy}
        onClick={() => setAsking(true)}
        aria-label={t("admin.revokeOf", { name: info.name })}
      >
        {t("admin.revoke")}
      </Button>
      {isAsking ? (
        <Confirm
          open
          onClose={() => setAsking(false)}
          title={t("admin.revokeOf", { name: info.name })}
          text={t("admin.revokeText")}
          keep={t("admin.keep")}
          act={t("admin.revoke")}
          onAct={() => {
            setAsking(false);
            void revoke();
          }}
        />
      ) : null}
    </>
  );
}
