/** What the editor keeps while it is open and no address needs to know: pointing, folding, frames, steps to take back. */
import { create } from "zustand";
import type { Wanted } from "./queries";

/** Something that was done to the site and can be taken back: a person's edit or an agent's turn. */
export interface Step {
  label: string;
  /** The run that did it. */
  run: string | null;
  /** The proposal whose merge is to be taken back instead: what an undo or a redo merged. */
  proposal: string | null;
  /** The proposal that was rejected with it, to be brought back. */
  rejected?: string | null;
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

const placeOf = (project: string) => `proofroom.steps/${project}`;
const wantedPlace = (project: string) => `proofroom.wanted/${project}`;

type Kept = Pick<EditorState, "done" | "undone">;

function withStep({ done, undone }: Kept, step: Step): Kept {
  return step.run && [...done, ...undone].some(({ run }) => run === step.run)
    ? { done, undone }
    : { done: [...done.slice(-MOST_STEPS + 1), step], undone: [] };
}

/** Put a step on the stack of its project, whichever is open by now; what was taken back before is gone with it. */
export function pushStep(step: Step, project = useEditorState.getState().project): void {
  if (project === useEditorState.getState().project)
    useEditorState.setState((state) => withStep(state, step));
  else keep(project, withStep(kept(project), step));
}

function kept(project: string): Kept {
  const { done = [], undone = [] } = stored<Partial<Kept>>(placeOf(project)) ?? {};
  return { done, undone };
}

const keep = (project: string, { done, undone }: Kept) => store(placeOf(project), { done, undone });

/** Return edits that were sent and not answered yet, in their order. */
export const wantedOf = (project: string) => stored<Wanted[]>(wantedPlace(project)) ?? [];

/** Keep edits until they are answered. */
export function keepWanted(project: string, wanted: Wanted): void {
  const others = wantedOf(project).filter(({ run }) => run !== wanted.run);
  store(wantedPlace(project), [...others, wanted]);
}

/** Forget edits that were answered. */
export function forgetWanted(project: string, answered: string): void {
  store(
    wantedPlace(project),
    wantedOf(project).filter(({ run }) => run !== answered),
  );
}

function stored<T>(place: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(place) ?? "null") as T | null;
  } catch {
    // Storage is closed: things stay as long as the page does.
    return null;
  }
}

function store(place: string, value: unknown): void {
  try {
    sessionStorage.setItem(place, JSON.stringify(value));
  } catch {
    // As above, or full.
  }
}

/** Go on with the steps of a project: those of another one wait, and a reload forgets none. */
export function keepSteps(project: string): void {
  if (useEditorState.getState().project === project) return;
  useEditorState.setState({ project, ...kept(project) });
}

useEditorState.subscribe(({ project, done, undone }, before) => {
  if (project && (done !== before.done || undone !== before.undone)) keep(project, { done, undone });
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
