import {
  Bold,
  Code,
  Ellipsis,
  Heading,
  ImagePlus,
  Italic,
  Link2,
  List,
  ListOrdered,
  type LucideIcon,
  Quote,
} from "lucide-react";
import { redo, redoDepth, undo, undoDepth } from "prosemirror-history";
import type { Command, EditorState } from "prosemirror-state";
import {
  addColumnAfter,
  addRowAfter,
  deleteColumn,
  deleteRow,
  deleteTable,
  isInTable,
} from "prosemirror-tables";
import { useTranslation } from "react-i18next";
import { Menu, MenuChoice, MenuItem, MenuRule } from "@/ui/menu";
import { ToolButton, Toolbar } from "@/ui/toolbar";
import {
  bullets,
  code,
  em,
  hasMark,
  insertRule,
  insertTable,
  isInside,
  lineKind,
  linkMark,
  numbers,
  quote,
  setLine,
  strong,
  toggle,
  toggleList,
  toggleQuote,
} from "./actions";
import { SHORTCUTS } from "./plugins";
import styles from "./rich.module.css";

interface ToolsProps {
  state: EditorState;
  run: (command: Command) => void;
  onLink: () => void;
  onPicture: (() => void) | null;
  /** Where the focus goes when a menu closes: back into the text. */
  focus: () => HTMLElement | null;
}

/** Everything that can be done to the text, with what holds at the cursor pressed. */
export function Tools({ state, run, onLink, onPicture, focus }: ToolsProps) {
  const { t } = useTranslation();
  const tool = (icon: LucideIcon, name: string, keys: string, isOn: boolean, command: Command) => (
    <ToolButton icon={icon} name={name} keys={keys} aria-pressed={isOn} onClick={() => run(command)} />
  );
  return (
    <Toolbar label={t("rich.tools")} className={styles.tools}>
      <StyleMenu state={state} run={run} focus={focus} />
      {tool(Bold, t("rich.bold"), SHORTCUTS.strong, hasMark(state, strong), toggle.strong)}
      {tool(Italic, t("rich.italic"), SHORTCUTS.em, hasMark(state, em), toggle.em)}
      <ToolButton
        icon={Link2}
        name={t("rich.link")}
        keys={SHORTCUTS.link}
        aria-pressed={hasMark(state, linkMark)}
        onClick={onLink}
      />
      {tool(List, t("rich.bullets"), SHORTCUTS.bullets, isInside(state, bullets), toggleList(bullets))}
      {tool(ListOrdered, t("rich.numbers"), SHORTCUTS.numbers, isInside(state, numbers), toggleList(numbers))}
      {tool(Quote, t("rich.quote"), SHORTCUTS.quote, isInside(state, quote), toggleQuote)}
      {tool(Code, t("rich.code"), SHORTCUTS.code, hasMark(state, code), toggle.code)}
      {onPicture ? <ToolButton icon={ImagePlus} name={t("rich.picture")} onClick={onPicture} /> : null}
      <MoreMenu state={state} run={run} focus={focus} />
    </Toolbar>
  );
}

type MenuProps = Pick<ToolsProps, "state" | "run" | "focus">;

const LEVELS = ["1", "2", "3", "4"];

function StyleMenu({ state, run, focus }: MenuProps) {
  const { t } = useTranslation();
  return (
    <Menu trigger={<ToolButton icon={Heading} name={t("rich.style")} />} finalFocus={focus}>
      <MenuChoice
        label={t("rich.style")}
        value={lineKind(state)}
        onChange={(kind) => run(setLine(kind))}
        options={[
          { value: "0", label: t("rich.paragraph") },
          ...LEVELS.map((level) => ({ value: level, label: t("rich.heading", { level }) })),
          { value: "code", label: t("rich.codeBlock") },
        ]}
      />
    </Menu>
  );
}

function MoreMenu({ state, run, focus }: MenuProps) {
  const { t } = useTranslation();
  const entry = (name: string, command: Command, keys?: string, disabled = false) => (
    <MenuItem {...(keys ? { keys } : {})} disabled={disabled} onClick={() => run(command)}>
      {name}
    </MenuItem>
  );
  return (
    <Menu trigger={<ToolButton icon={Ellipsis} name={t("rich.more")} />} align="end" finalFocus={focus}>
      {entry(t("rich.undo"), undo, SHORTCUTS.undo, undoDepth(state) === 0)}
      {entry(t("rich.redo"), redo, SHORTCUTS.redo, redoDepth(state) === 0)}
      <MenuRule />
      {isInTable(state) ? (
        <>
          {entry(t("rich.addRow"), addRowAfter)}
          {entry(t("rich.addColumn"), addColumnAfter)}
          {entry(t("rich.deleteRow"), deleteRow)}
          {entry(t("rich.deleteColumn"), deleteColumn)}
          {entry(t("rich.deleteTable"), deleteTable)}
        </>
      ) : (
        entry(t("rich.table"), insertTable)
      )}
      {entry(t("rich.rule"), insertRule)}
    </Menu>
  );
}
