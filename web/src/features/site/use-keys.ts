/** The keys of the editor: in the tree, on the canvas, and everywhere on its page. */
import { Redo2, Undo2 } from "lucide-react";
import { type KeyboardEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { type Command, useCommands } from "@/lib/commands";
import { type KeyPress, pressed } from "@/lib/keyboard";
import { type Editor, useEditor } from "./editor";
import type { NodeRow } from "./model";
import { fold, useEditorState } from "./store";

interface Ways {
  onEdit: () => void;
  onInsert: () => void;
}

/** Do what a key means for a node; false where it means nothing. */
export function pressNode(editor: Editor, id: string, key: string, { onEdit, onInsert }: Ways): boolean {
  const acts: Record<string, () => void> = {
    Enter: onEdit,
    F2: onEdit,
    a: onInsert,
    Delete: () => editor.remove(id),
    Backspace: () => editor.remove(id),
    "Mod+d": () => editor.duplicate(id),
    "Alt+ArrowUp": () => editor.move(id, "up"),
    "Alt+ArrowDown": () => editor.move(id, "down"),
    "Alt+ArrowLeft": () => editor.move(id, "out"),
    "Alt+ArrowRight": () => editor.move(id, "in"),
    "Mod+z": editor.undo,
    "Mod+Shift+z": editor.redo,
    "Mod+y": editor.redo,
    Escape: () => editor.select(editor.tree.nodes[id]?.parentId ?? null),
  };
  const act = acts[key];
  act?.();
  return act !== undefined;
}

/** Return the tree's key handler: arrows move and fold, the rest acts on the selected node. */
export function useTreeKeys(
  rows: readonly NodeRow[],
  current: number,
  ways: Ways,
): (event: KeyboardEvent) => void {
  const editor = useEditor();
  return (event) => {
    const row = rows[current];
    if (!row) return;
    const key = pressed(event);
    if (!walk(editor, rows, current, row, key) && !pressNode(editor, row.node.id, key, ways)) return;
    event.preventDefault();
    event.stopPropagation();
  };
}

function walk(editor: Editor, rows: readonly NodeRow[], at: number, row: NodeRow, key: string): boolean {
  const go = (index: number) => {
    const next = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (next) editor.select(next.node.id);
  };
  const isFolded = useEditorState.getState().folded.has(row.node.id);
  switch (key) {
    case "ArrowDown":
      go(at + 1);
      return true;
    case "ArrowUp":
      go(at - 1);
      return true;
    case "Home":
      go(0);
      return true;
    case "End":
      go(rows.length - 1);
      return true;
    case "ArrowRight":
      if (row.hasChildren && isFolded) fold(row.node.id, false);
      else if (row.hasChildren) go(at + 1);
      return true;
    case "ArrowLeft":
      if (row.hasChildren && !isFolded) fold(row.node.id, true);
      else if (row.node.parentId) editor.select(row.node.parentId);
      return true;
    default:
      return false;
  }
}

/** Return what a key does that was pressed inside a frame: the selected node's keys, arrows as in the tree, else the desk's. */
export function useFrameKeys(ways: Ways): (press: KeyPress) => void {
  const editor = useEditor();
  return (press) => {
    const id = editor.node?.id;
    const key = pressed(press);
    if (!id) {
      handOn(press);
      return;
    }
    const { parentId, children = [] } = editor.tree.nodes[id] ?? {};
    const siblings = (parentId && editor.tree.nodes[parentId]?.children) || [];
    const near: Record<string, string | null | undefined> = {
      ArrowUp: siblings[siblings.indexOf(id) - 1],
      ArrowDown: siblings[siblings.indexOf(id) + 1],
      ArrowLeft: parentId,
      ArrowRight: children[0],
    };
    const next = near[key];
    if (next) editor.select(next);
    else if (!(key in near) && !pressNode(editor, id, key, ways)) handOn(press);
  };
}

/** Let the desk hear a key that was pressed inside a frame: a word on a change, undo, the palette. */
function handOn(press: KeyPress): void {
  dispatchEvent(new KeyboardEvent("keydown", { ...press }));
}

/** Offer what can be done from anywhere on the page. */
export function useSiteCommands(editor: Editor | null, more: Command[]): void {
  const { t } = useTranslation();
  const undo = editor?.undo;
  const redo = editor?.redo;
  const commands = useMemo<Command[]>(() => {
    if (!undo || !redo) return [];
    return [
      { id: "site.undo", label: t("site.undo"), group: "do", icon: Undo2, keys: ["Mod+Z"], run: undo },
      {
        id: "site.redo",
        label: t("site.redo"),
        group: "do",
        icon: Redo2,
        keys: ["Mod+Shift+Z", "Mod+Y"],
        run: redo,
      },
      ...more,
    ];
  }, [undo, redo, more, t]);
  useCommands(commands);
}
