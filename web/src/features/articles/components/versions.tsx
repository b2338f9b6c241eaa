import { useQuery } from "@tanstack/react-query";
import { Image } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import type { Span } from "@/lib/diff";
import { age } from "@/lib/format";
import { Button } from "@/ui/button";
import { Words } from "@/ui/diff";
import { Icon } from "@/ui/icon";
import { type ComparedBlock, comparedBlocks } from "../compared";
import { diffQuery, restoreVersion, versionsQuery } from "../queries";
import { useDesk } from "../use-desk";
import styles from "./versions.module.css";

const SHOWN = 8;

/** How the piece was: what changed since, word by word, and the way back. */
export function Versions({ article }: { article: ArticleDetail }) {
  const { t, i18n } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const [open, setOpen] = useState<number | null>(null);
  const found = useQuery(versionsQuery(article.id, article.version));
  const kept = found.data?.filter((one) => one.content).slice(0, SHOWN) ?? [];
  if (kept.length === 0) return null;
  const restore = (number: number) =>
    void act(async () => {
      await restoreVersion(article.id, number);
      setOpen(null);
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
  const { t } = useTranslation();
  const { data } = useQuery(diffQuery(article.id, number, article.version));
  if (!data) return null;
  const blocks = comparedBlocks(data.spans.map(({ op, text }): Span => [op, text]));
  const isSame = blocks.every((block) => block.kind === "skipped");
  return (
    <div className={styles.diff}>
      {isSame ? <p className={styles.skipped}>{t("articles.nothingChanged")}</p> : null}
      {(isSame ? [] : blocks).map((block, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no name of their own and never move
        <Paragraph key={index} block={block} />
      ))}
    </div>
  );
}

function Paragraph({ block }: { block: ComparedBlock }) {
  const { t } = useTranslation();
  if (block.kind === "skipped") {
    return <p className={styles.skipped}>{t("articles.unchanged", { count: block.count })}</p>;
  }
  const words = <Words spans={block.spans} />;
  if (block.kind === "title" || block.kind === "heading")
    return <h3 className={styles[block.kind]}>{words}</h3>;
  if (block.kind === "quote") return <blockquote className={styles.quote}>{words}</blockquote>;
  if (block.kind === "picture") {
    return (
      <p className={styles.picture}>
        <Icon of={Image} /> {words}
      </p>
    );
  }
  return <p className={block.kind === "item" ? styles.item : undefined}>{words}</p>;
}
