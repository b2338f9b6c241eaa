import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Field } from "@/ui/field";
import type { Finding } from "../model";
import { articleKeys, dismissFinding } from "../queries";

/** What leads nowhere stays a finding, whoever says otherwise. */
const NEVER = ["unknown_ref", "broken_source", "unknown_link"];

/** A person's word that a finding is none, with the reason, which the report keeps and shows. */
export function Dismiss({ finding, article }: { finding: Finding; article: ArticleDetail }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [reason, setReason] = useState<string | null>(null);
  if (NEVER.includes(finding.kind)) return null;
  const keep = (why: string) =>
    void act(async () => {
      client.setQueryData(articleKeys.one(article.id), await dismissFinding(article.id, finding, why));
      setReason(null);
    });
  if (finding.dismissed?.by)
    return (
      <Button small look="quiet" busy={isBusy} onClick={() => keep("")}>
        {t("articles.countAgain")}
      </Button>
    );
  if (reason === null)
    return (
      <Button small look="quiet" onClick={() => setReason("")}>
        {t("articles.dismissIt")}
      </Button>
    );
  return (
    <>
      <Field
        label={t("articles.dismissWhy")}
        value={reason}
        maxLength={500}
        onChange={(event) => setReason(event.target.value)}
      />
      <Button small busy={isBusy} disabled={reason.trim() === ""} onClick={() => keep(reason)}>
        {t("articles.dismissIt")}
      </Button>
      <Button small look="quiet" onClick={() => setReason(null)}>
        {t("articles.cancel")}
      </Button>
    </>
  );
}
