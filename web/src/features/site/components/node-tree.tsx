import {
  ChevronDown,
  ChevronRight,
  Component,
  Copy,
  FileText,
  FormInput,
  Heading,
  Image,
  Link,
  List,
  LoaderCircle,
  type LucideIcon,
  Plus,
  RectangleHorizontal,
  Rows3,
  SquareDashed,
  Type,
} from "lucide-react";
import {
  type ClipboardEvent,
  type CSSProperties,
  type DragEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { classes } from "@/lib/classes";
import { Icon } from "@/ui/icon";
import { IconButton } from "@/ui/icon-button";
import { VirtualRows } from "@/ui/virtual-rows";
import { useEditor } from "../editor";
import {
  above,
  type DropPlace,
  HOLDERS,
  type NodeRow,
  nameOf,
  rowsOf,
  spotOf,
  tagOf,
  titleOf,
} from "../model";
import { changeOf, type SiteChange } from "../proposal";
import { fold, hover, unfold, useEditorState } from "../store";
import { useTreeKeys } from "../use-keys";
import styles from "./left.module.css";

const GLYPHS: Record<string, LucideIcon> = {
  "base.body": FileText,
  "base.text": Type,
  "base.image": Image,
  "base.svg": Image,
  "base.video": Image,
  "base.link": Link,
  "base.button": Link,
  "base.list": List,
  "base.loop": Copy,
  "base.form": FormInput,
  "base.outlet": SquareDashed,
  "base.visual-component-ref": Component,
};

function glyphOf({ node }: NodeRow): LucideIcon {
  const tag = tagOf(node);
  if (/^h[1-6]$/.test(tag)) return Heading;
  if (tag === "section" || tag === "article") return Rows3;
  return GLYPHS[node.moduleId] ?? RectangleHorizontal;
}

interface NodeTreeProps {
  changes: SiteChange[];
  working: readonly string[];
  onEdit: () => void;
  onInsert: () => void;
}

const ROW_PX = 32;

/** The nodes of the open document as a tree: everything that the canvas can do, by keyboard. */
export function NodeTree({ changes, working, onEdit, onInsert }: NodeTreeProps) {
  const { t } = useTranslation();
  const { tree, node, can, insert, canvas } = useEditor();
  const folded = useEditorState((state) => state.folded);
  const rows = useMemo(() => rowsOf(tree, folded), [tree, folded]);
  const [scroller, setScroller] = useState<HTMLDivElement | null>(null);
  const [drop, setDrop] = useState<{ id: string; place: DropPlace } | null>(null);
  const selected = node?.id ?? tree.rootNodeId;
  useEffect(() => unfold(above(tree, selected)), [tree, selected]);
  const current = rows.findIndex((row) => row.node.id === selected);
  const keys = useTreeKeys(rows, current, { onEdit, onInsert });
  useFocusFollows(scroller, selected);
  const paste = (event: ClipboardEvent) => {
    const html = event.clipboardData.getData("text/html") || event.clipboardData.getData("text/plain");
    if (html && can.structure) {
      event.preventDefault();
      void insert(html);
    }
  };
  const isElsewhere = tree.id !== canvas.document.id;
  return (
    <>
      <div className={classes(styles.section, styles.ruled)}>
        <h2>{t("site.nodes")}</h2>
        <span className={styles.of}>
          {t(isElsewhere ? "site.ofAround" : "site.ofPage", { name: titleOf(tree) })}
        </span>
        {can.structure ? (
          <span className={styles.end}>
            <IconButton small icon={Plus} name={t("site.add")} keys="a" onClick={onInsert} />
          </span>
        ) : null}
      </div>
      <div
        ref={setScroller}
        className={styles.tree}
        role="tree"
        aria-label={t("site.nodes")}
        onKeyDown={keys}
        onPaste={paste}
        onPointerLeave={() => hover(null)}
      >
        <VirtualRows
          count={rows.length}
          estimate={ROW_PX}
          scroller={scroller}
          current={current}
          keyOf={(index) => rows[index]?.node.id ?? ""}
          render={(index) => {
            const row = rows[index];
            return row ? (
              <TreeRow
                row={row}
                isSelected={row.node.id === selected}
                isWorking={working.includes(row.node.id)}
                changes={changes}
                drop={drop?.id === row.node.id ? drop.place : null}
                onDrop={setDrop}
              />
            ) : null;
          }}
        />
      </div>
    </>
  );
}

/** Keep the keyboard on the selected row when it moves inside the tree. */
function useFocusFollows(scroller: HTMLElement | null, selected: string): void {
  const before = useRef(selected);
  useEffect(() => {
    if (before.current === selected) return;
    before.current = selected;
    if (!scroller?.contains(document.activeElement)) return;
    requestAnimationFrame(() =>
      scroller
        .querySelector<HTMLElement>(`[data-node="${CSS.escape(selected)}"]`)
        ?.focus({ preventScroll: true }),
    );
  }, [scroller, selected]);
}

interface TreeRowProps {
  row: NodeRow;
  isSelected: boolean;
  isWorking: boolean;
  changes: SiteChange[];
  drop: DropPlace | null;
  onDrop: (drop: { id: string; place: DropPlace } | null) => void;
}

const SIGNS = { add: "+", remove: "−", change: "~" } as const;
let dragged: string | null = null;

function TreeRow({ row, isSelected, isWorking, changes, drop, onDrop }: TreeRowProps) {
  const { t } = useTranslation();
  const editor = useEditor();
  const { node, depth, hasChildren } = row;
  const isFolded = useEditorState((state) => state.folded.has(node.id));
  const isHovered = useEditorState((state) => state.hovered === node.id);
  const change = changeOf(changes, node, editor.rules);
  const aim = (event: DragEvent<HTMLElement>): DropPlace => {
    const at = event.currentTarget.getBoundingClientRect();
    const share = (event.clientY - at.top) / at.height;
    if (HOLDERS.has(node.moduleId) && share > 0.25 && share < 0.75) return "inside";
    return share < 0.5 ? "before" : "after";
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys
    <div
      role="treeitem"
      data-node={node.id}
      data-drop={drop ?? undefined}
      className={classes(styles.node, isHovered && styles.hovered)}
      style={{ "--depth": depth } as CSSProperties}
      tabIndex={isSelected ? 0 : -1}
      aria-level={depth + 1}
      aria-selected={isSelected}
      aria-expanded={hasChildren ? !isFolded : undefined}
      draggable={editor.can.structure && node.id !== editor.tree.rootNodeId}
      onClick={() => editor.select(node.id)}
      onPointerEnter={() => hover(node.id)}
      onDragStart={(event) => {
        dragged = node.id;
        event.dataTransfer.effectAllowed = "move";
      }}
      onDragOver={(event) => {
        const place = aim(event);
        // Where it cannot go, the browser shows so.
        if (!dragged || !spotOf(editor.tree, dragged, node.id, place)) return;
        event.preventDefault();
        if (place !== drop) onDrop({ id: node.id, place });
      }}
      onDragEnd={() => {
        dragged = null;
        onDrop(null);
      }}
      onDrop={(event) => {
        event.preventDefault();
        if (dragged) editor.drop(dragged, node.id, aim(event));
        dragged = null;
        onDrop(null);
      }}
    >
      {hasChildren ? (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the tree's arrow keys fold
        // biome-ignore lint/a11y/noStaticElementInteractions: the row is what assistive technology unfolds
        <span
          className={styles.fold}
          onClick={(event) => {
            event.stopPropagation();
            fold(node.id, !isFolded);
          }}
        >
          <Icon of={isFolded ? ChevronRight : ChevronDown} size="tiny" tone="muted" />
        </span>
      ) : (
        <span className={styles.fold} />
      )}
      <Icon of={glyphOf(row)} size="small" tone="muted" />
      <span className={classes(styles.name, change?.op === "remove" && styles.gone)}>
        {nameOf(node, editor.rules, editor.canvas)}
      </span>
      {isWorking ? (
        <span className={styles.working}>
          <Icon of={LoaderCircle} size="small" turning />
          <span className="hidden-text">{t("site.works")}</span>
        </span>
      ) : change ? (
        <span className={styles[change.op]} title={t(`site.ops.${change.op}`)}>
          {SIGNS[change.op]}
          <span className="hidden-text">{t(`site.ops.${change.op}`)}</span>
        </span>
      ) : null}
    </div>
  );
}
