import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Play, Square } from "lucide-react";
import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import type { ArticleDetail } from "@/api/schema";
import { count } from "@/lib/format";
import { useIsTight } from "@/lib/frame";
import { useShownScreen } from "@/lib/screen";
import { Button } from "@/ui/button";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { choiceOf } from "./choice";
import { Check } from "./components/check";
import { Delete } from "./components/delete";
import { Draft } from "./components/draft";
import { Evidence } from "./components/evidence";
import { Interview } from "./components/interview";
import { LastRun } from "./components/last-run";
import { LeaveOut, type Manner } from "./components/leave-out";
import { NextStep } from "./components/next-step";
import { Outline } from "./components/outline";
import { Send } from "./components/send";
import { SetAside } from "./components/set-aside";
import { Sources } from "./components/sources";
import { Stages } from "./components/stages";
import { StatusWord } from "./components/status-word";
import { Versions } from "./components/versions";
import styles from "./desk.module.css";
import { type Finding, reportOf, wordsIn } from "./model";
import { articleQuery, runArticle, sourcesQuery, stopRun } from "./queries";
import { picturesIn } from "./slots";
import { useDesk } from "./use-desk";
import { useSeen } from "./use-seen";

/** The desk of one article: its stages, its text with findings at their sentences, and its sources. */
export function Desk({ id }: { id: string }) {
  const { t } = useTranslation();
  const { data, error, isPending } = useQuery(articleQuery(id));
  const isSlow = useSlow(isPending);
  useShownScreen("articles", data?.title ?? t("frame.articles"), {
    currentPage: "artifact",
    artifactId: id,
    ...(data ? { artifactType: data.type, artifactTitle: data.title, artifactStatus: data.status } : {}),
  });
  const crumbs = (
    <Link to="/articles" search={{}} className={crumbClass}>
      {t("frame.articles")}
    </Link>
  );
  if (data) return <Opened article={data} crumbs={crumbs} />;
  return (
    <Page title={t("frame.articles")} crumbs={crumbs}>
      {error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("articles.loadFailed")}>
            <p>{asApiError(error).message}</p>
          </Notice>
        </div>
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
    </Page>
  );
}

function Opened({ article, crumbs }: { article: ArticleDetail; crumbs: React.ReactNode }) {
  const { t, i18n } = useTranslation();
  const [picked, setPicked] = useState<number | null>(null);
  const [shown, setShown] = useState<Finding | null>(null);
  const [manner, setManner] = useState<Manner>({ skip: [], asks: false });
  const [now, setNow] = useState<string[] | null>(null);
  const page = useRef<HTMLDivElement>(null);
  const seen = useSeen(page);
  const sources = useQuery(sourcesQuery(article.id, article.version));
  const waits = article.status === "foundations_approval" || article.status === "skeleton";
  const { chosen, others } = choiceOf(article, sources.data?.map(({ id }) => id) ?? [], now);
  const report = reportOf(article);
  const words = wordsIn(article.content);
  const pictures = picturesIn(article.content);
  const finding = report?.findings.find((one) => one.start === shown?.start && one.kind === shown.kind);
  const isTight = useIsTight();
  const evidence = finding ? <Evidence {...{ article, finding }} onClose={() => setShown(null)} /> : null;
  const pick = (source: number) => {
    setShown(null);
    setPicked(source);
  };
  return (
    <Page
      title={article.title}
      crumbs={crumbs}
      scrolls={false}
      note={<StatusWord article={article} />}
      actions={
        <>
          {report ? (
            <span className={styles.told}>
              {t("articles.words", { count: words, shown: count(words, i18n.language) })}
            </span>
          ) : null}
          <Actions article={article} manner={manner} />
        </>
      }
    >
      <div className={styles.desk}>
        <Stages {...{ article, report, seen }} />
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it */}
        <div ref={page} className={styles.page} tabIndex={0}>
          <LastRun article={article} />
          <NextStep article={article} />
          <section className={styles.stage} id="stage-topic">
            <h2>{t("articles.stages.topic")}</h2>
            <p className={styles.told}>
              {article.title}. {t(`articles.kinds.${article.type as "blog"}`)},{" "}
              {t(`articles.tones.${article.tone as "formal"}`)}
            </p>
          </section>
          {canRun(article) ? <LeaveOut manner={manner} onChange={setManner} /> : null}
          <section className={styles.stage} id="stage-research">
            <h2>{t("articles.stages.research")}</h2>
            {sources.data ? (
              <p className={styles.told}>{t("articles.sourcesFound", { count: sources.data.length })}</p>
            ) : null}
          </section>
          <Interview article={article} />
          <Outline article={article} others={others} onPick={pick} />
          <Draft article={article} report={report} picked={picked} onPick={pick} />
          {pictures > 0 ? (
            <section className={styles.stage} id="stage-pictures">
              <h2>{t("articles.stages.pictures")}</h2>
              <p className={styles.told}>{t("articles.drawn", { count: pictures })}</p>
            </section>
          ) : null}
          <Check
            {...{ article, report, shown }}
            evidence={isTight ? evidence : null}
            onShow={setShown}
            onPick={pick}
          />
          <Send article={article} report={report} />
          <Versions article={article} />
          <Delete article={article} />
        </div>
        {evidence === null ? (
          <Sources
            {...{ report, picked }}
            sources={sources.data}
            plan={waits ? article.skeleton : null}
            onPick={setPicked}
            choosing={waits ? { chosen, onChoose: setNow } : null}
            rest={<SetAside article={article} />}
          />
        ) : isTight ? null : (
          evidence
        )}
      </div>
    </Page>
  );
}

const RESTING = ["ready", "published", "foundations_approval"];

/** Whether the next step is a run that this person starts. */
function canRun({ runId, status }: ArticleDetail): boolean {
  return !runId && !RESTING.includes(status);
}

function Actions({ article, manner }: { article: ArticleDetail; manner: Manner }) {
  const { t } = useTranslation();
  const { isBusy, act } = useDesk(article.id);
  const mode = manner.asks ? "interactive" : "continue";
  const run = () => act(() => runArticle(article.id, { mode, pause: true, skip: manner.skip } as never));
  if (article.runId) {
    const runId = article.runId;
    return (
      <Button icon={Square} busy={isBusy} onClick={() => act(() => stopRun(runId))}>
        {t("articles.stop")}
      </Button>
    );
  }
  if (!canRun(article)) return null;
  return (
    <Button look="primary" icon={Play} busy={isBusy} onClick={() => run()}>
      {t(article.status === "draft" ? "articles.start" : "articles.goOn")}
    </Button>
  );
}
