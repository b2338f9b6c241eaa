import { useQuery } from "@tanstack/react-query";
import { getRouteApi, useRouter } from "@tanstack/react-router";
import { ExternalLink, Redo2, Undo2 } from "lucide-react";
import { useCallback, useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import { useTranslation } from "react-i18next";
import { agentsQuery } from "@/api/agents";
import { askAgent } from "@/lib/ask";
import type { Command } from "@/lib/commands";
import { showDock, useDockPart } from "@/lib/dock";
import type { Mark } from "@/lib/page-frame";
import { useAct } from "@/lib/use-act";
import { BranchFace, chipClass } from "@/ui/branch-chip";
import { Button } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Canvas } from "./components/canvas";
import { LeftSide } from "./components/left";
import { Properties } from "./components/properties";
import { ProposalBar } from "./components/proposal-bar";
import { useEditor } from "./editor";
import { type Canvas as CanvasData, textProp } from "./model";
import type { Show } from "./place";
import {
  type ChangePlace,
  changeOf,
  type Decision,
  nextPlace,
  nodesOf,
  placeOf,
  type SiteChange,
} from "./proposal";
import styles from "./screen.module.css";
import { useEditorState } from "./store";
import { useFrameKeys, useSiteCommands } from "./use-keys";
import { useLiveEdits } from "./use-live";
import type { OpenProposal } from "./use-proposal";

const route = getRouteApi("/app/site");
const InsertDialog = later(() => import("./components/insert"));
const PublishDialog = later(() => import("./components/publish"));
const SIGNS = { add: "+", remove: "−", change: "~" } as const;
const NONE: SiteChange[] = [];

interface DeskProps {
  proposal: OpenProposal | null;
  show: Show | null;
  before: CanvasData | null;
}

/** The three parts of the editor, and what goes on between them. */
export function Desk({ proposal, show, before }: DeskProps) {
  const { t } = useTranslation();
  const editor = useEditor();
  const { canvas, node, rules, can } = editor;
  const navigate = route.useNavigate();
  const router = useRouter();
  const place = useDockPart(t("site.propertiesTab"));
  const [isInserting, setInserting] = useState(false);
  const [typing, setTyping] = useState(0);
  const agent = useAgentName(proposal?.detail.proposal.agent ?? "");
  const { working, agent: worker } = useLiveEdits();
  const workerName = useAgentName(worker);
  const changes = show === "before" || !proposal ? NONE : proposal.changes;
  const change = changeOf(changes, node, rules);
  const marks = useMarks(changes, canvas);
  const beforeMarks = useMarks(changes, before);
  const onEdit = useCallback(() => {
    if (textProp(node ?? undefined)) setTyping((times) => times + 1);
  }, [node]);
  const onInsert = useCallback(() => can.structure && setInserting(true), [can.structure]);
  const ways = { onEdit, onInsert: () => void onInsert() };
  const onPress = useFrameKeys(ways);
  const onDecide = useDecide(proposal);
  const live = useMemo(
    () => working.map((id) => ({ id, label: t("site.workingHere", { name: workerName }) })),
    [working, workerName, t],
  );
  const goTo = ({ document, node: id }: ChangePlace) =>
    document ? editor.open(document, id) : editor.select(id);
  const review = () => {
    const id = proposal?.detail.proposal.id;
    if (id) void router.navigate({ to: "/review/$proposalId", params: { proposalId: id } });
  };
  useSiteCommands(editor, useDecisionKeys(change, changes, onDecide, { goTo, review }, canvas));
  const selected = node?.id;
  useEffect(() => {
    if (selected) showDock(true);
  }, [selected]);
  const go = (one: SiteChange) => {
    const found = placeOf(one, allNodes(canvas), canvas.document.id);
    if (found) goTo(found);
    else review();
  };
  return (
    <div className={styles.desk}>
      <LeftSide changes={changes} working={working} {...ways} />
      <div className={styles.middle}>
        <Canvas
          before={before}
          show={show}
          onShow={(next) => void navigate({ search: (old) => ({ ...old, show: next }), replace: true })}
          marks={marks}
          beforeMarks={beforeMarks}
          working={live}
          typing={typing}
          events={{
            onText: editor.setText,
            onDrop: editor.drop,
            onPaste: (html) => can.structure && void editor.insert(html),
            onPress,
          }}
        />
        {proposal ? <ProposalBar proposal={proposal} agent={agent} onGo={go} /> : null}
      </div>
      {place
        ? createPortal(
            <Properties
              change={change}
              proposal={
                proposal
                  ? {
                      count: changes.length,
                      agent,
                      why: proposal.detail.proposal.title,
                      canDecide: proposal.detail.canDecide,
                      onDecide,
                      onAsk: (one) =>
                        askAbout(proposal, one, t("site.askText", { number: one.number, title: one.title })),
                    }
                  : null
              }
              {...ways}
            />,
            place,
          )
        : null}
      {isInserting ? <InsertDialog onClose={() => setInserting(false)} /> : null}
    </div>
  );
}

function allNodes(canvas: CanvasData) {
  return [canvas.document, ...canvas.around].flatMap((tree) => Object.values(tree.nodes));
}

function askAbout({ detail }: OpenProposal, _change: SiteChange, text: string): void {
  const { conversationId, agent } = detail.proposal;
  showDock(false);
  askAgent(conversationId ? { conversationId, text } : { agent: agent || "designer", text });
}

function useAgentName(slug: string): string {
  const { t } = useTranslation();
  const { data } = useQuery(agentsQuery);
  return data?.find((agent) => agent.slug === slug)?.name ?? (slug || t("site.somebody"));
}

function useMarks(changes: readonly SiteChange[], canvas: CanvasData | null): Mark[] {
  return useMemo(() => {
    if (!canvas) return [];
    const nodes = allNodes(canvas);
    return changes.flatMap((change) =>
      nodesOf(change, nodes)
        .slice(0, 40)
        .map((id, at) => ({
          id,
          op: change.op,
          label: at === 0 ? `${SIGNS[change.op]} ${change.number}` : "",
          decision: change.decision,
        })),
    );
  }, [changes, canvas]);
}

function useDecide(proposal: OpenProposal | null): (change: SiteChange, decision: Decision) => void {
  const { act } = useAct();
  return (change, decision) => void act(async () => proposal?.decide(change, decision));
}

/** The keys of a review on the canvas: `y` and `n` say a word and go on, `j` and `k` move. */
function useDecisionKeys(
  change: SiteChange | null,
  changes: readonly SiteChange[],
  decide: (change: SiteChange, decision: Decision) => void,
  { goTo, review }: { goTo: (place: ChangePlace) => void; review: () => void },
  canvas: CanvasData,
): Command[] {
  const { t } = useTranslation();
  return useMemo(() => {
    if (changes.length === 0) return [];
    const go = (by: 1 | -1) => {
      const next = nextPlace(changes, change, by, allNodes(canvas), canvas.document.id);
      if (next) goTo(next);
      return next !== null;
    };
    const say = (decision: Decision) => {
      if (!change) return;
      decide(change, decision);
      const isLeft = changes.slice(changes.indexOf(change) + 1).some((one) => one.decision === null);
      if (!go(1) && isLeft) review(); // what is left is on no canvas
    };
    const base = { group: "do", keyOnly: true } as const;
    return [
      { ...base, id: "site.accept", label: t("site.accept"), keys: ["y"], run: () => say("accepted") },
      { ...base, id: "site.reject", label: t("site.reject"), keys: ["n"], run: () => say("rejected") },
      { ...base, id: "site.next", label: t("site.nextChange"), keys: ["j"], run: () => void go(1) },
      { ...base, id: "site.previous", label: t("site.previousChange"), keys: ["k"], run: () => void go(-1) },
    ];
  }, [change, changes, decide, goTo, review, canvas, t]);
}

/** The branch that is shown, if it is not the content as it stands. */
export function HeadNote({ proposal }: { proposal: OpenProposal | null }) {
  const { t } = useTranslation();
  const { ref } = useEditor();
  if (!ref || !proposal) return null;
  const notes = [t("site.changesHere", { count: proposal.detail.hunks.length }), t("site.joins")];
  return (
    <span className={chipClass}>
      <BranchFace name={ref} notes={notes} />
    </span>
  );
}

/** What can be done with the whole page: take back, look at it for real, publish. */
export function HeadActions() {
  const { t } = useTranslation();
  const { undo, redo, canvas, can } = useEditor();
  const last = useEditorState(({ done }) => done.at(-1)?.label);
  const next = useEditorState(({ undone }) => undone.at(-1)?.label);
  const isBusy = useEditorState((state) => state.isBusy);
  const [isPublishing, setPublishing] = useState(false);
  return (
    <>
      <IconButton
        icon={Undo2}
        name={last ? t("site.undoThis", { what: last }) : t("site.undo")}
        keys="Mod+Z"
        disabled={!last || isBusy}
        onClick={undo}
      />
      <IconButton
        icon={Redo2}
        name={next ? t("site.redoThis", { what: next }) : t("site.redo")}
        keys="Mod+Shift+Z"
        disabled={!next || isBusy}
        onClick={redo}
      />
      <a
        className={chipClass}
        href={canvas.preview + canvas.path.slice(1)}
        target="_blank"
        rel="noreferrer"
        aria-label={t("site.preview")}
      >
        <ExternalLink size={14} aria-hidden="true" />
        <span className={styles.word}>{t("site.preview")}</span>
      </a>
      {can.publish ? (
        <Button look="primary" onClick={() => setPublishing(true)}>
          {t("site.publish")}
        </Button>
      ) : null}
      {isPublishing ? <PublishDialog onClose={() => setPublishing(false)} /> : null}
    </>
  );
}
