import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import type { ArticleDetail } from "@/api/schema";
import { StateWord } from "@/ui/state-word";
import { documentsQuery } from "../queries";
import styles from "./sources.module.css";

/** What was read and is not quoted: it tries to give orders to whoever reads it, or gave nothing. */
export function SetAside({ article }: { article: ArticleDetail }) {
  const { t } = useTranslation();
  const { data } = useQuery(documentsQuery(article));
  const left = data?.filter(({ isSetAside, trouble }) => isSetAside || trouble) ?? [];
  if (left.length === 0) return null;
  return (
    <>
      <h3 className={styles.head}>
        {t("articles.setAside")} <span>{left.length}</span>
      </h3>
      {left.map(({ name, url, trouble, isSetAside }) => (
        <p key={`${name} ${url}`} className={styles.left}>
          {name}
          {isSetAside ? <StateWord tone="risk">{t("articles.flagged")}</StateWord> : null}
          {trouble ? <span className={styles.told}>{trouble}</span> : null}
        </p>
      ))}
    </>
  );
}
