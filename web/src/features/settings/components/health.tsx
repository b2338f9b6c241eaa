import { useQuery } from "@tanstack/react-query";
import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import type { CheckInfo } from "@/api/schema";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { type StateTone, StateWord } from "@/ui/state-word";
import styles from "./health.module.css";

const TONES: Record<CheckInfo["state"], StateTone> = { ok: "done", warning: "finding", failed: "failed" };
const WORDS = { ok: "settings.ok", warning: "settings.warning", failed: "settings.failed" } as const;

/** Every check of `proofroom doctor`, with what to do about it. */
export function Health() {
  const { t } = useTranslation();
  const doctor = useQuery({ queryKey: keys.doctor, queryFn: () => unwrap(api.GET("/api/doctor")) });
  const isSlow = useSlow(doctor.isPending);
  if (doctor.isPending) return isSlow ? <SkeletonRows rows={6} label={t("frame.loading")} /> : null;
  if (doctor.error) {
    return (
      <Notice tone="danger" title={t("settings.healthFailed")}>
        <p>{asApiError(doctor.error).message}</p>
      </Notice>
    );
  }
  return (
    <>
      <Button icon={RefreshCw} busy={doctor.isFetching} onClick={() => doctor.refetch()}>
        {t("settings.checkAgain")}
      </Button>
      <CheckTable checks={doctor.data.checks} />
    </>
  );
}

function CheckTable({ checks }: { checks: CheckInfo[] }) {
  const { t } = useTranslation();
  return (
    <table className={styles.table}>
      <caption className="hidden-text">{t("settings.checks")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("settings.check")}</th>
          <th scope="col">{t("settings.state")}</th>
          <th scope="col">{t("settings.found")}</th>
        </tr>
      </thead>
      <tbody>
        {checks.map((check) => (
          <tr key={check.code + check.title}>
            <th scope="row">{check.title}</th>
            <td className={styles.state}>
              <StateWord tone={TONES[check.state]}>{t(WORDS[check.state])}</StateWord>
            </td>
            <td>
              {check.detail}
              {check.state !== "ok" && check.nextAction ? (
                <p className={styles.next}>{check.nextAction}</p>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
