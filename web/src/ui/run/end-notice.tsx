import { useTranslation } from "react-i18next";
import type { RunView } from "@/lib/run/view";
import { Notice } from "../notice";

/** How a run ended, where that has to be said: failed, interrupted, stopped, or waiting for a person. */
export function EndNotice({ view }: { view: Pick<RunView, "status" | "error"> }) {
  const { t } = useTranslation();
  switch (view.status) {
    case "failed":
      return (
        <Notice tone="danger" title={view.error?.message ?? t("run.failedTitle")}>
          <p>{view.error?.suggestion}</p>
        </Notice>
      );
    case "interrupted":
      return (
        <Notice tone="caution" title={t("run.interruptedTitle")}>
          <p>{view.error?.message}</p>
          <p>{view.error?.suggestion}</p>
        </Notice>
      );
    case "cancelled":
      return (
        <Notice tone="plain" title={t("run.stoppedTitle")}>
          <p>{t("run.stoppedText")}</p>
        </Notice>
      );
    case "waiting_human":
    case "awaiting_tool":
      return (
        <Notice tone="plain" title={t("run.waitsTitle")}>
          <p>{t("run.waitsText")}</p>
        </Notice>
      );
    default:
      return null;
  }
}
