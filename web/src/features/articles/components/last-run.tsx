import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import styles from "../desk.module.css";
import { runQuery } from "../queries";
import { failureOf, lastRunOf } from "../told";

/** What the last run on an article could not do, with its reason, until the next run or until it is put away. */
export function LastRun({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const [away, setAway] = useState("");
  const last = lastRunOf(article);
  const { data } = useQuery({ ...runQuery(last ?? ""), enabled: last !== null });
  const failure = data ? failureOf(data.run) : null;
  if (!last || !failure || away === last) return null;
  return (
    <div className={styles.state}>
      <Notice tone="danger" title={t("articles.runFailed")}>
        <p>{failure}</p>
        <p>
          <Link to="/runs/$runId" params={{ runId: last }}>
            {t("articles.openRun")}
          </Link>{" "}
          <Button small look="quiet" onClick={() => setAway(last)}>
            {t("articles.putAway")}
          </Button>
        </p>
      </Notice>
    </div>
  );
}
