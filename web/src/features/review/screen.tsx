import { getRouteApi, Link } from "@tanstack/react-router";
import { ArrowDown, ArrowUp, Link as LinkIcon } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { isOpen } from "@/api/proposals";
import { classes } from "@/lib/classes";
import { ABOUT_ALL, commentsByHunk } from "@/lib/comments";
import { moment } from "@/lib/format";
import { useKeptFree } from "@/lib/kept-free";
import { titleOf } from "@/lib/proposal";
import { neighbour, PAGES, tallyOf, type View, viewsOf } from "@/lib/review";
import { useShownScreen } from "@/lib/screen";
import { useProjectOf } from "@/lib/session";
import { BranchFace, chipClass } from "@/ui/branch-chip";
import { Button } from "@/ui/button";
import { Counts } from "@/ui/diff";
import { Empty } from "@/ui/empty";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { Said } from "@/ui/review/said";
import { Segment } from "@/ui/segment";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { ChangeList } from "./components/change-list";
import { Checks } from "./components/checks";
import { CurrentBar } from "./components/current-bar";
import { FieldsView } from "./components/fields-view";
import { Foot, useMerge } from "./components/foot";
import { Progress } from "./components/progress";
import { ProseView } from "./components/prose-view";
import { SourceView } from "./components/source-view";
import { Touches } from "./components/touches";
import { type Desk, DeskContext, NoteContext, useDesk } from "./desk";
import styles from "./screen.module.css";
import { useDeskOf, useInSight, useNoteFactsOf, useRoom } from "./use-desk";
import { useReviewKeys } from "./use-keys";
import { useReview } from "./use-review";

const route = getRouteApi("/app/review/$proposalId");

/** One proposal: its changes by subject at the left, the change at hand in its text, and how to end it. */
export function ReviewScreen() {
  const { t } = useTranslation();
  const { proposalId } = route.useParams();
  const { detail, review, error, isPending } = useReview(proposalId);
  const isSlow = useSlow(isPending);
  const desk = useDeskOf(detail, review);
  const facts = useNoteFactsOf(desk);
  const title = detail ? titleOf(detail.proposal, t) : t("review.title");
  useProjectOf(detail?.proposal.projectId);
  useShownScreen("review", title, {
    proposal: proposalId,
    ...(detail?.proposal.branch ? { branch: detail.proposal.branch } : {}),
    ...(desk?.current ? { change: desk.current.id } : {}),
  });
  return (
    <Page
      title={title}
      scrolls={false}
      crumbs={
        <Link to="/inbox" search={{ item: proposalId }} className={crumbClass}>
          {t("frame.inbox")}
        </Link>
      }
      note={detail?.proposal.branch ? <BranchChip branch={detail.proposal.branch} /> : null}
      actions={detail && isOpen(detail.proposal) ? <Share proposalId={proposalId} /> : null}
    >
      {error ? (
        <div className={styles.state}>
          <Notice tone="danger" title={t("review.loadFailed")}>
            <p>{asApiError(error).message}</p>
          </Notice>
        </div>
      ) : desk ? (
        <DeskContext value={desk}>
          <NoteContext value={facts}>
            <ReviewBody />
          </NoteContext>
        </DeskContext>
      ) : detail ? (
        <NothingLeft state={detail.proposal.state} />
      ) : (
        isSlow && <SkeletonRows rows={8} label={t("frame.loading")} />
      )}
    </Page>
  );
}

const PagesView = later(() => import("./components/pages-view"));
const ShareDialog = later(() => import("./components/share"));

function Share({ proposalId }: { proposalId: string }) {
  const { t } = useTranslation();
  const [isOpened, setOpened] = useState(false);
  return (
    <>
      <Button look="quiet" icon={LinkIcon} onClick={() => setOpened(true)}>
        {t("review.share")}
      </Button>
      {isOpened ? <ShareDialog proposalId={proposalId} onClose={() => setOpened(false)} /> : null}
    </>
  );
}

/** A branch's own name; the long way to it is in the tip. */
function BranchChip({ branch }: { branch: string }) {
  const { t } = useTranslation();
  return (
    <span className={classes(chipClass, styles.chip)} title={branch}>
      <BranchFace name={branch} into={t("review.content")} notes={[]} />
    </span>
  );
}

function NothingLeft({ state }: { state: string }) {
  const { t } = useTranslation();
  return (
    <Empty title={state === "merged" ? t("review.wasMergedTitle") : t("review.nothingTitle")}>
      <p>{state === "merged" ? t("review.wasMergedText") : t("review.nothingText")}</p>
    </Empty>
  );
}

function ReviewBody() {
  const { t } = useTranslation();
  const desk = useDesk();
  const views = viewsOf(desk.detail);
  const [first = "prose"] = views;
  const { view: wanted } = route.useSearch();
  const view = wanted && views.includes(wanted) ? wanted : first;
  const navigate = route.useNavigate();
  const { proposal, sha } = desk.detail;
  const [list, setList] = useState<HTMLElement | null>(null);
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const room = useRoom(scroller);
  const foot = useKeptFree();
  const merge = useMerge(proposal.id, sha);
  useInSight(desk.current?.id, `${view} ${room}`);
  const show = (next: View) =>
    void navigate({
      search: (before) => ({ ...before, view: next === first ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  const nextView = () => show(views[(views.indexOf(view) + 1) % views.length] ?? first);
  useReviewKeys(desk, { merge: merge.run, nextView });
  return (
    <div className={styles.review}>
      <section ref={setList} className={styles.list} aria-label={t("review.changes")}>
        <Summary />
        <ChangeList scroller={list} />
        {isOpen(desk.detail.proposal) ? (
          <>
            <Touches />
            <Checks />
          </>
        ) : null}
      </section>
      <section className={styles.doc} aria-label={t("review.diff")}>
        <Bar view={view} views={views} onView={show} />
        <div
          ref={setScroller}
          className={styles.body}
          data-room={room}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          // Pages show all subjects at once, and would load anew.
          key={view === PAGES ? view : `${desk.subject.key} ${view}`}
        >
          {view === "prose" ? <ProseView isInline={room === "inline"} scroller={scroller} /> : null}
          {view === "fields" ? <FieldsView scroller={scroller} /> : null}
          {view === "source" ? <SourceView scroller={scroller} /> : null}
          {view === PAGES && proposal.projectId ? (
            <PagesView project={proposal.projectId} proposal={proposal.id} sha={sha} />
          ) : null}
        </div>
        <div ref={foot} className={styles.decisions}>
          {view === PAGES ? <AtHand /> : null}
          {room === "inline" && view === "prose" ? <CurrentBar /> : null}
          <Foot merge={merge} onRequest={desk.request} />
        </div>
      </section>
    </div>
  );
}

/** The subject at hand below the pages that show it: every change of it with its decision. */
function AtHand() {
  const { t } = useTranslation();
  const { subject } = useDesk();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  const room = useRoom(scroller);
  return (
    <section
      ref={setScroller}
      className={styles.atHand}
      data-room={room}
      aria-label={t("review.current")}
      key={subject.key}
    >
      <h2 className={styles.subject}>{subject.title}</h2>
      <FieldsView scroller={scroller} />
    </section>
  );
}

function Summary() {
  const { t, i18n } = useTranslation();
  const { detail, review } = useDesk();
  const { proposal } = detail;
  return (
    <div className={styles.summary}>
      <p>
        {t("review.madeBy", {
          agent: proposal.agent,
          when: moment(proposal.updatedAt, Date.now(), i18n.language),
        })}
        {proposal.runId ? (
          <>
            {", "}
            <Link to="/runs/$runId" params={{ runId: proposal.runId }}>
              {t("review.run")}
            </Link>
          </>
        ) : null}
      </p>
      <p className={styles.counts}>
        <Counts {...tallyOf(review.changes)} />
        <span className={styles.small}>
          {t("review.changesIn", {
            changes: t("run.changes", { count: review.changes.length }),
            subjects: t("review.subjects", { count: review.subjects.length }),
          })}
        </span>
      </p>
      <Said comments={commentsByHunk(detail.comments).get(ABOUT_ALL) ?? []} />
    </div>
  );
}

interface BarProps {
  view: View;
  views: readonly View[];
  onView: (view: View) => void;
}

function Bar({ view, views, onView }: BarProps) {
  const { t } = useTranslation();
  const desk = useDesk();
  const { changes } = desk.review;
  const decided = changes.filter((change) => change.state !== "open").length;
  const names: Record<View, string> = {
    prose: t("review.prose"),
    fields: t("review.fields"),
    source: t("review.source"),
    pages: t("review.pages"),
  };
  return (
    <div className={styles.bar}>
      <Segment
        label={t("review.views")}
        value={view}
        onChange={onView}
        options={views.map((value) => ({ value, label: names[value] }))}
      />
      <span className={styles.grow} />
      <Progress />
      <span className={styles.count}>{t("review.decided", { count: decided, all: changes.length })}</span>
      <Step desk={desk} by={-1} />
      <Step desk={desk} by={1} />
    </div>
  );
}

function Step({ desk, by }: { desk: Desk; by: 1 | -1 }) {
  const { t } = useTranslation();
  return (
    <IconButton
      icon={by > 0 ? ArrowDown : ArrowUp}
      className={styles.step}
      name={by > 0 ? t("review.next") : t("review.previous")}
      keys={by > 0 ? "j" : "k"}
      onClick={() => {
        const change = neighbour(desk.review, desk.current?.id, by);
        if (change) desk.go(change);
      }}
    />
  );
}
