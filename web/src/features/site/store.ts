/** What the editor keeps while it is open and no address needs to know: pointing, folding, frames, steps to take back. */
import { create } from "zustand";

/** Something that was done to the site and can be taken back: a person's edit or an agent's turn. */
export interface Step {
  label: string;
  /** The run that did it. */
  run: string | null;
  /** The proposal whose merge is to be taken back instead: what an undo or a redo merged. */
  proposal: string | null;
}

interface EditorState {
  /** Whose steps they are. */
  project: string;
  hovered: string | null;
  folded: ReadonlySet<string>;
  /** Frames by breakpoint that are shown; null until somebody chose. */
  frames: readonly string[] | null;
  /** In hundredths; 0 for as large as fits. */
  zoom: number;
  done: Step[];
  undone: Step[];
  isBusy: boolean;
  /** The run that is not followed any more: a person changed something while it worked. */
  leftRun: string | null;
}

export const useEditorState = create<EditorState>(() => ({
  project: "",
  hovered: null,
  folded: new Set(),
  frames: null,
  zoom: 0,
  done: [],
  undone: [],
  isBusy: false,
  leftRun: null,
}));

const MOST_STEPS = 100;

/** Put a step on the stack; what was taken back before can no longer be done again. */
export function pushStep(step: Step): void {
  useEditorState.setState(({ done, undone }) =>
    step.run && [...done, ...undone].some(({ run }) => run === step.run)
      ? {}
      : { done: [...done.slice(-MOST_STEPS + 1), step], undone: [] },
  );
}

const placeOf = (project: string) => `proofroom.steps/${project}`;

/** Go on with the steps of a project: those of another one wait, and a reload forgets none. */
export function keepSteps(project: string): void {
  if (useEditorState.getState().project === project) return;
  let kept: { done?: Step[]; undone?: Step[] } = {};
  try {
    kept = JSON.parse(sessionStorage.getItem(placeOf(project)) ?? "{}");
  } catch {
    // Storage is closed: the steps stay as long as the page does.
  }
  useEditorState.setState({ project, done: kept.done ?? [], undone: kept.undone ?? [] });
}

useEditorState.subscribe(({ project, done, undone }, before) => {
  if (!project || (done === before.done && undone === before.undone)) return;
  try {
    sessionStorage.setItem(placeOf(project), JSON.stringify({ done, undone }));
  } catch {
    // As above.
  }
});

/** Fold a node, or unfold it. */
export function fold(id: string, isFolded: boolean): void {
  useEditorState.setState(({ folded }) => {
    const next = new Set(folded);
    if (isFolded) next.add(id);
    else next.delete(id);
    return { folded: next };
  });
}

/** Unfold everything that a node stands in. */
export function unfold(ids: readonly string[]): void {
  const { folded } = useEditorState.getState();
  if (!ids.some((id) => folded.has(id))) return;
  useEditorState.setState({ folded: new Set([...folded].filter((id) => !ids.includes(id))) });
}

/** Say which node is pointed at. */
export function hover(id: string | null): void {
  if (useEditorState.getState().hovered !== id) useEditorState.setState({ hovered: id });
}
