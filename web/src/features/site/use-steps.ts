/** One stack of steps for people and agents: take the last one back, and do it again. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { readProposal, rejectProposal, restoreProposal, undoMerge, undoRun } from "@/api/proposals";
import { useLiveRun } from "@/lib/live";
import { notify } from "@/lib/notices";
import { siteKeys, takeOut } from "./queries";
import { send } from "./send";
import { keepSteps, pushStep, type Step, useEditorState, wantedOf } from "./store";

interface Reversed {
  /** Whether something of it asks for a person. */
  isLeft: boolean;
  /** What does it again; null where nothing does. */
  again: Step | null;
}

/** Take a step back, merged or waiting. */
async function reverse(project: string, step: Step): Promise<Reversed> {
  const plain = { ...step, rejected: null };
  if (step.rejected) {
    await restoreProposal(step.rejected);
    return { isLeft: false, again: plain };
  }
  const told = step.proposal ? await undoMerge(step.proposal) : await undoRun(step.run ?? "");
  const isLeft = told.state === "waiting" || told.state === "conflicts";
  if (step.run && told.waitsId) return { isLeft, again: await withdraw(project, plain, told.waitsId) };
  const again = told.state === "merged" && told.proposalId;
  return { isLeft, again: again ? { ...plain, proposal: again } : null };
}

/** Take a step out of the proposal in which it waits; one that holds nothing else is rejected. */
async function withdraw(project: string, step: Step, waitsId: string): Promise<Step> {
  const { proposal, hunks, sha } = await readProposal(waitsId);
  if (hunks.every(({ runId }) => runId === step.run)) {
    await rejectProposal(waitsId, sha);
    return { ...step, rejected: waitsId };
  }
  const { runId } = await takeOut(project, step.run ?? "", proposal.branch ?? "");
  return { ...step, run: runId ?? null };
}

/** Return what takes the last step back, and what does it again. */
export function useSteps(): { undo: () => void; redo: () => void } {
  const { t } = useTranslation();
  const client = useQueryClient();
  return useMemo(() => {
    const go = async (from: "done" | "undone", to: "done" | "undone") => {
      const step = useEditorState.getState()[from].at(-1);
      if (!step || useEditorState.getState().isBusy) return;
      useEditorState.setState({ isBusy: true });
      try {
        const { isLeft, again } = await reverse(useEditorState.getState().project, step);
        const said = from === "done" ? "undid" : "redid";
        useEditorState.setState((state) => ({
          [from]: state[from].slice(0, -1),
          ...(again ? { [to]: [...state[to], again] } : {}),
        }));
        notify({
          tone: "done",
          text: t(`site.${said}`, { what: step.label }),
          detail: isLeft ? t("site.undoWaits") : "",
        });
      } catch (thrown) {
        notify({ tone: "failed", text: asApiError(thrown).message });
      }
      await client.invalidateQueries({ queryKey: siteKeys.all });
      void client.invalidateQueries({ queryKey: keys.inbox });
      useEditorState.setState({ isBusy: false });
    };
    return { undo: () => void go("done", "undone"), redo: () => void go("undone", "done") };
  }, [client, t]);
}

/** Keep a project's steps; a turn of the agent that changed the site is one, whatever it did, when it has ended. */
export function useProjectSteps(project: string): void {
  const { t } = useTranslation();
  const client = useQueryClient();
  const ended = useLiveRun(({ view }) =>
    view && view.status !== "running" && view.affected?.resources?.includes("site") ? view : null,
  );
  useEffect(() => {
    keepSteps(project);
    // What a reload cut off in the middle is asked for again: its step comes to the stack with its answer.
    for (const wanted of wantedOf(project))
      void send(project, wanted).then(() => client.invalidateQueries({ queryKey: siteKeys.all }));
  }, [project, client]);
  useEffect(() => {
    if (!ended) return;
    pushStep({ label: t("site.agentTurn", { name: ended.agent }), run: ended.runId, proposal: null });
    void client.invalidateQueries({ queryKey: siteKeys.all });
  }, [ended, t, client]);
}
