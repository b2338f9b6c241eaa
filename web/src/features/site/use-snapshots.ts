/** Answers `render_snapshot` from the open editor: the page where the agent works, measured in a frame of its own. */
import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useRef } from "react";
import { useTranslation } from "react-i18next";
import { type BrowserResult, useBrowserTool } from "@/lib/bridge";
import { newId } from "@/lib/ids";
import { useLiveRun } from "@/lib/live";
import type { Editor } from "./editor";
import { type Canvas, type Json, titleOf, treeOf } from "./model";
import { canvasQuery } from "./queries";

const WITHIN_MS = 30_000;
const TALL = 900;

interface Layout extends Json {
  nodes: { nodeId: string; moduleId: string }[];
}

/** Offer to look at pages as long as the editor is shown. */
export function useSnapshots(editor: Editor | null): void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const latest = useRef(editor);
  latest.current = editor;
  const answer = useCallback(
    async (input: Json): Promise<BrowserResult> => {
      const now = latest.current;
      if (!now) return { ok: false, error: t("site.snapshotNone") };
      const canvas = await openNow(client, now);
      const nodeId = typeof input.nodeId === "string" ? input.nodeId : null;
      const wanted = typeof input.breakpointId === "string" ? input.breakpointId : now.breakpoint;
      const breakpoint = canvas.breakpoints.find(({ id }) => id === wanted);
      // What is not here the studio looks for by itself.
      if (!breakpoint || (nodeId && !treeOf(canvas, nodeId)))
        return { ok: false, error: t("site.snapshotNone") };
      const layout = await measured(canvas, breakpoint.width, nodeId);
      const data = {
        breakpointId: breakpoint.id,
        ...(nodeId ? { nodeId } : {}),
        label: titleOf(canvas.document),
        width: breakpoint.width,
        capturedAt: Date.now(),
        layout: { breakpointId: breakpoint.id, ...layout, nodes: withModules(layout.nodes, canvas) },
        screenshot: { status: "unavailable", error: t("site.snapshotNoPicture") },
      };
      return { ok: true, data };
    },
    [client, t],
  );
  useBrowserTool("render_snapshot", answer);
}

/** Return the document that the run works on as it is now, on the branch it works on. */
function openNow(client: QueryClient, { projectId, canvas, ref }: Editor): Promise<Canvas> {
  const view = useLiveRun.getState().view;
  const document = view?.opened?.id ?? canvas.document.id;
  return client.fetchQuery({
    ...canvasQuery(projectId, document, ref, view?.conversationId ?? null),
    staleTime: 0,
  });
}

export function withModules(nodes: Layout["nodes"], canvas: Canvas): Layout["nodes"] {
  return nodes.map((seen) => ({
    ...seen,
    moduleId: treeOf(canvas, seen.nodeId)?.nodes[seen.nodeId]?.moduleId ?? "",
  }));
}

/** Load a page as wide as a device, ask it for its layout, and let it go. */
async function measured(canvas: Canvas, width: number, nodeId: string | null): Promise<Layout> {
  const key = newId();
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts");
  frame.setAttribute("aria-hidden", "true");
  frame.tabIndex = -1;
  // In sight but not seen: a browser lets frames out of sight wait.
  frame.style.cssText = `position:fixed;inset:0 auto auto 0;width:${width}px;height:${TALL}px;border:0;opacity:0;pointer-events:none;z-index:-1`;
  frame.src = `${canvas.preview}${canvas.path.slice(1)}?canvas=${key}`;
  const done = new AbortController();
  try {
    return await new Promise<Layout>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error("The page did not answer.")), WITHIN_MS);
      done.signal.addEventListener("abort", () => clearTimeout(late));
      const hear = ({ source, data }: MessageEvent) => {
        if (source !== frame.contentWindow || data?.key !== key) return;
        if (data.type === "ready") frame.contentWindow?.postMessage({ key, type: "measure", nodeId }, "*");
        if (data.type === "measured") resolve(data.layout as Layout);
      };
      addEventListener("message", hear, { signal: done.signal });
      document.body.append(frame);
    });
  } finally {
    done.abort();
    frame.remove();
  }
}
