/** What every part of the editor works with. */
import { createContext, useContext } from "react";
import type { SiteToolAnswer } from "@/api/schema";
import type { Canvas, DropPlace, SiteNode, SiteTree, Step, StyleRule } from "./model";
import type { Edit } from "./queries";

export interface Editor {
  projectId: string;
  canvas: Canvas;
  /** The branch that is shown; null for the content as it stands. */
  ref: string | null;
  rules: ReadonlyMap<string, StyleRule>;
  /** The selected node, and the document it is in: the open one, or a template around it. */
  node: SiteNode | null;
  tree: SiteTree;
  breakpoint: string;
  can: { text: boolean; structure: boolean; style: boolean; publish: boolean };
  select: (id: string | null, at?: string) => void;
  open: (document: string, node?: string) => void;
  /**
   * Apply edits as one step under a name; null when they were refused, which was told then. Edits that depend on where
   * things are get worked out in their turn, on the document as the ones before left it.
   */
  apply: (label: string, edits: Edit[] | ((now: Canvas) => Edit[])) => Promise<SiteToolAnswer | null>;
  remove: (id: string) => void;
  duplicate: (id: string) => void;
  move: (id: string, step: Step) => void;
  drop: (id: string, target: string, place: DropPlace) => void;
  insert: (html: string) => Promise<boolean>;
  setText: (id: string, text: string) => void;
  undo: () => void;
  redo: () => void;
}

export const EditorContext = createContext<Editor | null>(null);

/** Return the editor one is in. */
export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error("useEditor works in the site's editor only");
  return editor;
}
