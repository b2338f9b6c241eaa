import { Link, useNavigate } from "@tanstack/react-router";
import { Download, FileText, Globe, Languages, MessageSquare } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useMay } from "@/api/may";
import type { ArticleDetail, ArticleSent } from "@/api/schema";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { Field } from "@/ui/field";
import { blocking, type Report } from "../model";
import { localiseArticle, publishArticle, sendArticle, writePost } from "../queries";
import { useDesk } from "../use-desk";
import { Outside } from "./outside";
import styles from "./send.module.css";
import { Target } from "./target";

/** Where a finished piece goes: an entry to review, published, or a file. */
export function Send({ article, report }: { article: ArticleDetail; report: Report | null }) {
  const { t } = useTranslation();
  const may = useMay(article.projectId);
  if (article.status !== "ready" && article.status !== "published") return null;
  const isStopped = blocking(report).length > 0;
  return (
    <section className={styles.send} id="stage-send">
      <h2>{t("articles.stages.send")}</h2>
      {article.projectId && may("content.write") ? <Propose article={article} isStopped={isStopped} /> : null}
      {may("articles.own.publish") ? <Publish article={article} isStopped={isStopped} /> : null}
      {may("articles.own.publish") ? <Outside article={article} isStopped={isStopped} /> : null}
      {may("articles.own.create") ? <Localise article={article} isStopped={isStopped} /> : null}
      {may("articles.own.create") && article.type !== "social_post" ? (
        <Post article={article} isStopped={isStopped} />
      ) : null}
      <div className={styles.to}>
        <Target icon={Download} name={t("articles.download")} told={t("articles.arrives.file")} />
        <span className={styles.links}>
          <a className={buttonClass()} href={`/api/articles/${article.id}/export?format=markdown`} download>
            Markdown
          </a>
          <a className={buttonClass()} href={`/api/articles/${article.id}/export?format=html`} download>
            HTML
          </a>
        </span>
      </div>
    </section>
  );
}

function Propose({ article, isStopped }: { article: ArticleDetail; isStopped: boolean }) {
  const { t } = useTranslation();
  const { client, isBusy, act } = useDesk(article.id);
  const [model, setModel] = useState("articles");
  const [sent, setSent] = useState<ArticleSent | null>(null);
  const go = () =>
    void act(async () => {
      setSent(await sendArticle(article.id, model));
      await client.invalidateQueries({ queryKey: ["inbox"] });
    });
  return (
    <div className={styles.to}>
      <Target icon={FileText} name={t("articles.entry")} told={t("articles.arrives.entry")} />
      <Field label={t("articles.model")} value={model} onChange={(event) => setModel(event.target.value)} />
      {sent ? (
        <Link to="/inbox" search={sent.proposalId ? { item: sent.proposalId } : {}} className={buttonClass()}>
          {t("articles.toReview")}
        </Link>
      ) : (
        <Button look="primary" busy={isBusy} disabled={isStopped || !model} onClick={go}>
          {t("articles.propose")}
        </Button>
      )}
    </div>
  );
}

function Localise({ article, isStopped }: { article: ArticleDetail; isStopped: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const [locale, setLocale] = useState("");
  const go = () =>
    void act(async () => {
      const begun = await localiseArticle(article.id, locale.trim());
      await navigate({ to: "/articles", search: { article: begun.articleId } });
    });
  return (
    <div className={styles.to}>
      <Target icon={Languages} name={t("articles.translation")} told={t("articles.arrives.translation")} />
      <Field
        label={t("articles.language")}
        value={locale}
        maxLength={20}
        onChange={(event) => setLocale(event.target.value)}
      />
      <Button
        busy={isBusy}
        disabled={isStopped || locale.trim().length < 2 || locale.trim() === article.locale}
        onClick={go}
      >
        {t("articles.translate")}
      </Button>
    </div>
  );
}

function Post({ article, isStopped }: { article: ArticleDetail; isStopped: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { isBusy, act } = useAct();
  const go = () =>
    void act(async () => {
      const begun = await writePost(article.id);
      await navigate({ to: "/articles", search: { article: begun.articleId } });
    });
  return (
    <div className={styles.to}>
      <Target icon={MessageSquare} name={t("articles.kinds.social_post")} told={t("articles.arrives.post")} />
      <span className={styles.links}>
        <Button busy={isBusy} disabled={isStopped} onClick={go}>
          {t("articles.writePost")}
        </Button>
      </span>
    </div>
  );
}

function Publish({ article, isStopped }: { article: ArticleDetail; isStopped: boolean }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const go = () =>
    void act(async () => {
      await publishArticle(article.id, isStopped);
    });
  return (
    <div className={styles.to}>
      <Target
        icon={Globe}
        name={t("articles.published")}
        told={t(isStopped ? "articles.arrives.stopped" : "articles.arrives.published")}
      />
      <span className={styles.links}>
        <Button busy={isBusy} disabled={article.status === "published"} onClick={go}>
          {t(isStopped ? "articles.publishAnyway" : "articles.publish")}
        </Button>
      </span>
    </div>
  );
}
