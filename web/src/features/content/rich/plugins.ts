/** How the editor behaves: its keys, what typing Markdown turns into, taking back, tables. */
import { baseKeymap, chainCommands, exitCode } from "prosemirror-commands";
import { history, redo, undo } from "prosemirror-history";
import {
  InputRule,
  inputRules,
  textblockTypeInputRule,
  undoInputRule,
  wrappingInputRule,
} from "prosemirror-inputrules";
import { keymap } from "prosemirror-keymap";
import type { MarkType } from "prosemirror-model";
import { liftListItem, sinkListItem, splitListItem } from "prosemirror-schema-list";
import type { Command, Plugin } from "prosemirror-state";
import { goToNextCell, isInTable, tableEditing } from "prosemirror-tables";
import {
  bullets,
  code,
  codeBlock,
  em,
  hardBreak,
  heading,
  item,
  numbers,
  quote,
  setLine,
  strong,
  toggle,
  toggleList,
  toggleQuote,
} from "./actions";

/** Shortcuts as the toolbar shows them; `Mod` is Control, or Command on a Mac. */
export const SHORTCUTS = {
  strong: "Mod+B",
  em: "Mod+I",
  code: "Mod+`",
  link: "Mod+Shift+K",
  bullets: "Mod+Shift+8",
  numbers: "Mod+Shift+7",
  quote: "Mod+Shift+9",
  undo: "Mod+Z",
  redo: "Mod+Shift+Z",
  deeper: "Mod+]",
  out: "Mod+[",
} as const;

/** Return a shortcut in the form the editor's keymap knows. */
function chord(shown: string): string {
  return shown.replaceAll("+", "-").replace(/-([A-Z])$/, (_, key: string) => `-${key.toLowerCase()}`);
}

const breakLine: Command = (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(hardBreak.create()).scrollIntoView());
  return true;
};

/** A table's cell holds one line: Enter goes on to the next cell. */
const nextCell: Command = (state, dispatch) => isInTable(state) && (goToNextCell(1)(state, dispatch) || true);

/** Return every plugin of the editor; `onLink` is what the shortcut for a link does. */
export function plugins(onLink: () => void): Plugin[] {
  const levels = ["0", "1", "2", "3", "4"].map((kind) => [`Mod-Alt-${kind}`, setLine(kind)] as const);
  return [
    history(),
    rules(),
    keymap({
      ...Object.fromEntries(levels),
      [chord(SHORTCUTS.strong)]: toggle.strong,
      [chord(SHORTCUTS.em)]: toggle.em,
      [chord(SHORTCUTS.code)]: toggle.code,
      [chord(SHORTCUTS.link)]: () => {
        onLink();
        return true;
      },
      [chord(SHORTCUTS.bullets)]: toggleList(bullets),
      [chord(SHORTCUTS.numbers)]: toggleList(numbers),
      [chord(SHORTCUTS.quote)]: toggleQuote,
      [chord(SHORTCUTS.undo)]: undo,
      [chord(SHORTCUTS.redo)]: redo,
      "Mod-y": redo,
      [chord(SHORTCUTS.deeper)]: sinkListItem(item),
      [chord(SHORTCUTS.out)]: liftListItem(item),
      Enter: chainCommands(nextCell, splitListItem(item)),
      "Shift-Enter": chainCommands(exitCode, nextCell, breakLine),
      Backspace: undoInputRule,
    }),
    keymap(baseKeymap),
    tableEditing(),
  ];
}

function rules(): Plugin {
  return inputRules({
    rules: [
      wrappingInputRule(/^\s*>\s$/, quote),
      wrappingInputRule(/^\s*([-+*])\s$/, bullets, (match) => ({ bullet: match[1] })),
      wrappingInputRule(
        /^(\d+)\.\s$/,
        numbers,
        (match) => ({ order: Number(match[1]) }),
        (match, node) => node.childCount + Number(node.attrs.order) === Number(match[1]),
      ),
      textblockTypeInputRule(/^(#{1,6})\s$/, heading, (match) => ({ level: match[1]?.length })),
      textblockTypeInputRule(/^```$/, codeBlock),
      around(/(?:^|\s)\*\*([^*\s](?:[^*]*[^*\s])?)\*\*$/, strong),
      around(/(?:^|\s)([*_])([^*_\s](?:[^*_]*[^*_\s])?)\1$/, em),
      around(/(?:^|\s)`([^`]+)`$/, code),
    ],
  });
}

/** Return the rule that makes typed signs the mark they stand for. */
function around(pattern: RegExp, mark: MarkType): InputRule {
  return new InputRule(pattern, (state, match, start, end) => {
    const words = match.at(-1) ?? "";
    const from = start + (/^\s/.test(match[0]) ? 1 : 0);
    const tr = state.tr.insertText(words, from, end);
    return tr.addMark(from, from + words.length, mark.create()).removeStoredMark(mark);
  });
}
