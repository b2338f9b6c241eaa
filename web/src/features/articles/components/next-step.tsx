import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { decideApproval } from "@/api/approvals";
import { keys } from "@/api/keys";
import type { ArticleDetail } from "@/api/schema";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import styles from "../desk.module.css";
import { askedQuery } from "../queries";
import { useDesk } from "../use-desk";

/** The step that a run which goes step by step asks about, with a yes and a no. */
export function NextStep({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const { client, isBusy, act } = useDesk(article.id);
  const { data } = useQuery(askedQuery(article));
  const asked = data?.[0];
  if (!asked) return null;
  const step = t(`articles.nextSteps.${asked.toolName as "generateContentSkeleton"}`);
  const say = (decision: "approved" | "denied") =>
    act(async () => {
      await decideApproval(asked.id, { decision, inputSha256: asked.inputSha256 } as never);
      await client.invalidateQueries({ queryKey: keys.inbox });
    });
  return (
    <div className={styles.state}>
      <Notice tone="caution" title={t("articles.nextStep", { step })}>
        <p>{asked.reason}</p>
        <p className={styles.choices}>
          <Button small look="primary" busy={isBusy} onClick={() => say("approved")}>
            {t("articles.doNext")}
          </Button>
          <Button small busy={isBusy} onClick={() => say("denied")}>
            {t("articles.doNotDoNext")}
          </Button>
        </p>
      </Notice>
    </div>
  );
}
