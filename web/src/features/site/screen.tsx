import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { useShownScreen } from "@/lib/screen";
import { useProject } from "@/lib/session";
import { Empty } from "@/ui/empty";
import { Notice } from "@/ui/notice";
import { crumbClass, Page } from "@/ui/page";
import { SkeletonRows, useSlow } from "@/ui/skeleton";
import { Desk, HeadActions, HeadNote } from "./desk";
import { type Editor, EditorContext } from "./editor";
import { titleOf } from "./model";
import { canvasQuery } from "./queries";
import styles from "./screen.module.css";
import { useEditorOf } from "./use-editor";
import { useFollowed } from "./use-live";
import { useProposal } from "./use-proposal";
import { useSnapshots } from "./use-snapshots";
import { useProjectSteps } from "./use-steps";

const route = getRouteApi("/app/site");

/** The site's editor: pages and nodes at the left, the canvas, properties and the agent in the dock. */
export function SiteScreen() {
  const project = useProject();
  return project ? <SiteOf key={project.id} projectId={project.id} /> : <NoProject />;
}

function SiteOf({ projectId }: { projectId: string }) {
  const { t } = useTranslation();
  const { page, show: wanted } = route.useSearch();
  const { proposal, isPending } = useProposal(projectId);
  const show = proposal ? (wanted ?? "proposed") : null;
  const ref = proposal && show !== "before" ? proposal.branch : null;
  const conversation = useFollowed(show);
  const found = useQuery({
    ...canvasQuery(projectId, page, ref, conversation),
    enabled: !isPending,
    retry: false,
  });
  const before = useQuery({ ...canvasQuery(projectId, page, null), enabled: ref !== null });
  const scene = useMemo(
    () => (found.data ? { projectId, canvas: found.data, ref } : null),
    [found.data, projectId, ref],
  );
  const editor = useEditorOf(scene);
  useProjectSteps(projectId);
  useSnapshots(editor);
  useToldScreen(editor);
  return (
    <EditorContext value={editor}>
      <Page
        title={editor ? titleOf(editor.canvas.document) : t("frame.site")}
        scrolls={false}
        crumbs={
          <Link to="/site" className={crumbClass}>
            {t("frame.site")}
          </Link>
        }
        note={editor ? <HeadNote proposal={proposal} /> : null}
        actions={editor ? <HeadActions /> : null}
      >
        {editor ? (
          <Desk proposal={proposal} show={show} before={ref ? (before.data ?? null) : null} />
        ) : (
          <Waiting error={found.error} />
        )}
      </Page>
    </EditorContext>
  );
}

/** Tell the agent what is open, selected and looked at. */
function useToldScreen(editor: Editor | null): void {
  const { t } = useTranslation();
  const open = editor?.canvas.document;
  const selection = {
    page: open?.id,
    pageType: open?.type,
    node: editor?.node?.id,
    breakpoint: editor?.breakpoint,
    branch: editor?.ref ?? undefined,
  };
  const known = Object.entries(selection).filter((pair): pair is [string, string] => Boolean(pair[1]));
  useShownScreen("site", open ? titleOf(open) : t("frame.site"), Object.fromEntries(known));
}

function Waiting({ error }: { error: Error | null }) {
  const { t } = useTranslation();
  const isSlow = useSlow(error === null);
  if (error)
    return (
      <div className={styles.state}>
        <Notice tone="danger" title={t("site.loadFailed")}>
          <p>{asApiError(error).message}</p>
        </Notice>
      </div>
    );
  return isSlow ? <SkeletonRows rows={10} label={t("frame.loading")} /> : null;
}

function NoProject() {
  const { t } = useTranslation();
  return (
    <Page title={t("frame.site")}>
      <Empty title={t("site.noProject")}>
        <p>{t("site.noProjectText")}</p>
      </Empty>
    </Page>
  );
}
