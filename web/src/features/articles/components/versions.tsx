import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import type { Span } from "@/lib/diff";
import { age } from "@/lib/format";
import { useAct } from "@/lib/use-act";
import { Button } from "@/ui/button";
import { Words } from "@/ui/diff";
import { articleKeys, diffQuery, restoreVersion, versionsQuery } from "../queries";
import styles from "./versions.module.css";

const SHOWN = 8;

/** How the piece was: what changed since, word by word, and the way back. */
export function Versions({ article }: { article: ArticleDetail }) {
  const { t, i18n } = useTranslation();
  const client = useQueryClient();
  const { isBusy, act } = useAct();
  const [open, setOpen] = useState<number | null>(null);
  const found = useQuery(versionsQuery(article.id, article.version));
  const kept = found.data?.filter((one) => one.content).slice(0, SHOWN) ?? [];
  if (kept.length === 0) return null;
  const restore = (number: number) =>
    void act(async () => {
      await restoreVersion(article.id, number);
      setOpen(null);
      await client.invalidateQueries({ queryKey: articleKeys.one(article.id) });
    });
  const now = Date.now();
  return (
    <section className={styles.versions} id="versions">
      <h2>{t("articles.versions")}</h2>
      <ul className={styles.list}>
        {kept.map((one) => (
          <li key={one.number}>
            <div className={styles.one}>
              <b>{t("articles.version", { number: one.number })}</b>
              <span>
                {one.by}, {age(one.createdAt, now, i18n.language)}
              </span>
              <Button
                small
                look="quiet"
                aria-expanded={open === one.number}
                onClick={() => setOpen(open === one.number ? null : one.number)}
              >
                {t("articles.compare")}
              </Button>
              <Button
                small
                busy={isBusy}
                disabled={Boolean(article.runId)}
                onClick={() => restore(one.number)}
              >
                {t("articles.restore")}
              </Button>
            </div>
            {open === one.number ? <Compared article={article} number={one.number} /> : null}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Compared({ article, number }: { article: ArticleDetail; number: number }) {
  const { data } = useQuery(diffQuery(article.id, number, article.version));
  if (!data) return null;
  const bare = (text: string) => text.replace(/\s*\{\{ref:\d+\}\}/g, "");
  const spans = data.spans.map(({ op, text }): Span => [op, bare(text)]);
  return (
    <div className={styles.diff}>
      <Words spans={spans} />
    </div>
  );
}
