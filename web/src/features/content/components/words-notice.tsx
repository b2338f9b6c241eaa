import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { notify } from "@/lib/notices";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { useContent } from "../context";
import { originsQuery } from "../queries";
import styles from "./words-notice.module.css";

/** Tells that a project holds words that nobody here accepted, and lets a person take them over. */
export function WordsNotice() {
  const { t } = useTranslation();
  const { projectId, can } = useContent();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const total = useQuery(originsQuery(projectId)).data?.total ?? 0;
  if (total === 0) return null;
  const accept = () =>
    act(async () => {
      const params = { path: { project_id: projectId } };
      await unwrap(api.POST("/api/projects/{project_id}/content/origins/accept", { params, body: {} }));
      notify({ tone: "done", text: t("content.wordsAccepted") });
      await client.invalidateQueries({ queryKey: keys.content });
    });
  return (
    <div className={styles.place}>
      <Notice
        tone="caution"
        title={t("content.strange")}
        actions={
          can.review ? (
            <Button small busy={isBusy} onClick={accept}>
              {t("content.acceptWords")}
            </Button>
          ) : null
        }
      >
        <p>{t("content.strangeText", { count: total })}</p>
      </Notice>
    </div>
  );
}
