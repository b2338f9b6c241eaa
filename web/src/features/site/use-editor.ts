/** The editor of one document: what is selected, and edits that are sent one after another. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import type { SiteToolAnswer } from "@/api/schema";
import { newId } from "@/lib/ids";
import { useLiveRun } from "@/lib/live";
import { notify } from "@/lib/notices";
import type { Editor } from "./editor";
import {
  above,
  type Canvas,
  insertSpot,
  nameOf,
  type SiteTree,
  type Spot,
  spotOf,
  stepOf,
  textProp,
  treeOf,
} from "./model";
import { type Edit, siteKeys } from "./queries";
import { inTurn, sendNow } from "./send";
import { unfold, useEditorState } from "./store";
import { useSteps } from "./use-steps";

const route = getRouteApi("/app/site");

export interface Scene {
  projectId: string;
  canvas: Canvas;
  ref: string | null;
}

type Ways = Pick<Editor, "select" | "open" | "apply">;

/** Return the editor of what is shown. */
export function useEditorOf(scene: Scene | null): Editor | null {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const { node: chosen, at } = route.useSearch();
  const may = useMay(scene?.projectId);
  const steps = useSteps();
  return useMemo(() => {
    if (!scene) return null;
    const { canvas, projectId, ref } = scene;
    const ways: Ways = {
      select: (id, width) =>
        void navigate({
          search: (before) => ({ ...before, node: id ?? undefined, ...(width ? { at: width } : {}) }),
          replace: true,
          resetScroll: false,
        }),
      open: (document, node) =>
        void navigate({ search: (before) => ({ ...before, page: document, node }), resetScroll: false }),
      apply: (label, wanted) =>
        inTurn(async () => {
          const edits = editsOf(wanted, client, scene);
          if (edits.length === 0) return null;
          useEditorState.setState({ isBusy: true, leftRun: useLiveRun.getState().view?.runId ?? null });
          const answer = await sendNow(projectId, { run: newId(), label, edits, onto: ref });
          if (answer && !ref) tellWaiting(answer, t);
          await client.invalidateQueries({ queryKey: siteKeys.all });
          void client.invalidateQueries({ queryKey: keys.inbox });
          useEditorState.setState({ isBusy: false });
          return answer;
        }),
    };
    const rules = new Map(canvas.rules.map((rule) => [rule.id, rule]));
    const tree = treeOf(canvas, chosen) ?? canvas.document;
    const facts = {
      ...scene,
      rules,
      tree,
      node: (chosen && tree.nodes[chosen]) || null,
      breakpoint: at ?? canvas.breakpoints[0]?.id ?? "",
      can: {
        text: may("site.content.edit"),
        structure: may("site.structure.edit"),
        style: may("site.style.edit"),
        publish: may("site.publish"),
      },
    };
    return { ...facts, ...ways, ...changes(facts, ways, t), ...steps };
  }, [scene, chosen, at, may, navigate, client, t, steps]);
}

function editsOf(wanted: Parameters<Editor["apply"]>[1], client: QueryClient, scene: Scene): Edit[] {
  return typeof wanted === "function" ? wanted(newest(client, scene)) : wanted;
}

/** Return the shown document as it was last read: newer than what is drawn where edits follow each other closely. */
function newest(client: QueryClient, { projectId, canvas }: Scene): Canvas {
  const found = client.getQueriesData<Canvas>({ queryKey: siteKeys.canvas(projectId), type: "active" });
  const isShown = (one: Canvas | undefined) =>
    one?.preview === canvas.preview && one.document.id === canvas.document.id;
  return found.map(([, data]) => data).find(isShown) ?? canvas;
}

function tellWaiting({ settled }: SiteToolAnswer, t: TFunction): void {
  const { state, branch } = settled ?? {};
  if (state !== "waiting" || typeof branch !== "string") return;
  notify({ tone: "done", text: t("site.waits"), detail: t("site.waitsText") });
}

type Facts = Pick<Editor, "canvas" | "rules" | "tree" | "node">;
type Changes = Pick<Editor, "remove" | "duplicate" | "move" | "drop" | "insert" | "setText">;

function changes(facts: Facts, ways: Ways, t: TFunction): Changes {
  const { canvas, rules } = facts;
  const find = (id: string) => treeOf(canvas, id) ?? facts.tree;
  const called = (id: string) => {
    const node = find(id).nodes[id];
    return node ? nameOf(node, rules, canvas) : id;
  };
  const edit = (key: "deleted" | "duplicated" | "wrote", id: string, tool: string, input: object) =>
    ways.apply(t(`site.${key}`, { name: called(id) }), [{ tool, input: { nodeId: id, ...input } }]);
  const goTo = (id: string, aim: (tree: SiteTree) => Spot | null) =>
    void ways.apply(t("site.moved", { name: called(id) }), (now) => {
      const tree = treeOf(now, id);
      const spot = tree && aim(tree);
      const isThere = spot && tree.nodes[spot.parent]?.children.indexOf(id) === spot.index;
      if (!spot || isThere) return [];
      unfold([spot.parent, ...above(tree, spot.parent)]);
      const input = { nodeId: id, newParentId: spot.parent, newIndex: spot.index };
      return [{ tool: "moveNode", input }];
    });
  return {
    remove: (id) => {
      const tree = find(id);
      const siblings = tree.nodes[tree.nodes[id]?.parentId ?? ""]?.children ?? [];
      const at = siblings.indexOf(id);
      if (id === tree.rootNodeId) return;
      ways.select(siblings[at + 1] ?? siblings[at - 1] ?? tree.nodes[id]?.parentId ?? null);
      void edit("deleted", id, "deleteNode", {});
    },
    duplicate: (id) => {
      void edit("duplicated", id, "duplicateNode", {}).then((answer) => {
        const made = resultOf(answer, 0).nodeId;
        if (typeof made === "string") ways.select(made);
      });
    },
    move: (id, step) => goTo(id, (tree) => stepOf(tree, id, step)),
    drop: (id, target, place) => goTo(id, (tree) => spotOf(tree, id, target, place)),
    insert: async (html) => {
      const spot = insertSpot(facts.tree, facts.node?.id);
      const input = { parentId: spot.parent, index: spot.index, html };
      const answer = await ways.apply(t("site.inserted"), [{ tool: "insertHtml", input }]);
      const made = (resultOf(answer, 0).nodeIds as string[] | undefined)?.[0];
      if (made) ways.select(made);
      return answer !== null;
    },
    setText: (id, text) => {
      const node = find(id).nodes[id];
      const prop = textProp(node);
      if (prop && node?.props[prop] !== text)
        void edit("wrote", id, "updateNodeProps", { patch: { [prop]: text } });
    },
  };
}

/** Return what one of several edits answered. */
export function resultOf(answer: SiteToolAnswer | null, at: number): Record<string, unknown> {
  const { results } = (answer?.data ?? {}) as { results?: (Record<string, unknown> | null)[] };
  return results?.[at] ?? {};
}
