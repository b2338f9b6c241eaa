/** An opened conversation is shown as a whole: first lines that are said anew a moment later are no help. */
import { useThread } from "./store";

const STILL_MS = 800;

/** Show an opened conversation when its newest run is known too, so that nothing in it changes its name. */
export async function showWhenKnown(runs: Promise<unknown>): Promise<void> {
  const id = useThread.getState().conversationId;
  const isKnown = () => (useThread.getState().turns.at(-1)?.view?.lastN ?? 0) > 0;
  const known = new Promise<void>((resolve) => {
    const done = () => {
      leave();
      resolve();
    };
    const leave = useThread.subscribe(() => {
      if (isKnown()) done();
    });
    setTimeout(done, STILL_MS);
  });
  await Promise.race([runs, known]);
  const { conversationId, phase } = useThread.getState();
  if (conversationId === id && phase === "loading") useThread.setState({ phase: "ready" });
}
