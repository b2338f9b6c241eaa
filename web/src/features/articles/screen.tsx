import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useMay } from "@/api/may";
import type { ArticleInfo } from "@/api/schema";
import { age } from "@/lib/format";
import { useShownScreen } from "@/lib/screen";
import { useProject } from "@/lib/session";
import { Button } from "@/ui/button";
import { Empty } from "@/ui/empty";
import { FindBar, FindBox } from "@/ui/find-bar";
import { Notice } from "@/ui/notice";
import { Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { cell, tableClass } from "@/ui/table";
import { NewArticle } from "./components/new-article";
import { StatusWord } from "./components/status-word";
import { Topics } from "./components/topics";
import { Ways } from "./components/ways";
import { Desk } from "./desk";
import { articlesQuery } from "./queries";
import styles from "./screen.module.css";

const route = getRouteApi("/app/articles");

/** Articles: the list, or the desk of the one that is open. */
export function ArticlesScreen() {
  const { article } = route.useSearch();
  return article ? <Desk key={article} id={article} /> : <List />;
}

function List() {
  const { t } = useTranslation();
  const { q } = route.useSearch();
  const navigate = route.useNavigate();
  const project = useProject();
  const canBegin = useMay(project?.id)("articles.own.create");
  const [isNew, setNew] = useState(false);
  const [hasWays, setWays] = useState(false);
  useShownScreen("articles", t("frame.articles"));
  return (
    <Page
      title={t("frame.articles")}
      actions={
        canBegin ? (
          <>
            <Button onClick={() => setWays(true)}>{t("articles.ways")}</Button>
            <Button look="primary" onClick={() => setNew(true)}>
              {t("articles.new")}
            </Button>
          </>
        ) : null
      }
    >
      <FindBar>
        <FindBox
          label={t("articles.find")}
          placeholder={t("articles.find")}
          defaultValue={q ?? ""}
          onChange={(event) =>
            void navigate({
              search: { q: event.target.value || undefined },
              replace: true,
              resetScroll: false,
            })
          }
        />
      </FindBar>
      <Found query={q} />
      {canBegin && !q ? (
        <Topics
          projectId={project?.id ?? null}
          onBegun={(id) => void navigate({ search: { article: id } })}
        />
      ) : null}
      {hasWays ? <Ways projectId={project?.id ?? null} onClose={() => setWays(false)} /> : null}
      {isNew ? (
        <NewArticle
          projectId={project?.id ?? null}
          onClose={() => setNew(false)}
          onMade={(id) => void navigate({ search: { article: id } })}
        />
      ) : null}
    </Page>
  );
}

function Found({ query }: { query: string | undefined }) {
  const { t } = useTranslation();
  const found = useQuery(articlesQuery(query));
  const isSlow = useSlow(found.isPending);
  if (found.error)
    return (
      <div className={styles.state}>
        <Notice tone="danger" title={t("articles.loadFailed")}>
          <p>{asApiError(found.error).message}</p>
        </Notice>
      </div>
    );
  if (found.isPending) return isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />;
  if (found.data.length > 0) return <Rows articles={found.data} />;
  return (
    <Empty title={t(query ? "articles.noMatch" : "articles.none")} command={t("articles.command")}>
      <p>{t("articles.noneText")}</p>
    </Empty>
  );
}

function Rows({ articles }: { articles: ArticleInfo[] }) {
  const { t, i18n } = useTranslation();
  const now = Date.now();
  return (
    <table className={`${tableClass} ${styles.rows}`}>
      <thead>
        <tr>
          <th scope="col" className={cell.fill}>
            {t("articles.title")}
          </th>
          <th scope="col">{t("articles.state")}</th>
          <th scope="col" className={cell.wide}>
            {t("articles.kind")}
          </th>
          <th scope="col" className={cell.number}>
            {t("articles.changed")}
          </th>
        </tr>
      </thead>
      <tbody>
        {articles.map((one) => (
          <tr key={one.id}>
            <td className={cell.fill}>
              <Link to="/articles" search={{ article: one.id }}>
                {one.title}
              </Link>
            </td>
            <td>
              <StatusWord article={one} />
            </td>
            <td className={cell.wide}>{t(`articles.kinds.${one.type as "blog"}`)}</td>
            <td className={cell.number}>{age(one.updatedAt, now, i18n.language)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
