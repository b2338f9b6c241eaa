/** One stack of steps for people and agents: take the last one back, and do it again. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { asApiError } from "@/api/errors";
import { keys } from "@/api/keys";
import { undoMerge, undoRun } from "@/api/proposals";
import type { UndoInfo } from "@/api/schema";
import { useLiveRun } from "@/lib/live";
import { notify } from "@/lib/notices";
import { siteKeys } from "./queries";
import { send } from "./send";
import { keepSteps, pushStep, type Step, useEditorState, wantedOf } from "./store";

function reverse({ proposal, run }: Step): Promise<UndoInfo> {
  return proposal ? undoMerge(proposal) : undoRun(run ?? "");
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
        const told = await reverse(step);
        const said = from === "done" ? "undid" : "redid";
        useEditorState.setState((state) => ({
          [from]: state[from].slice(0, -1),
          ...(told.proposalId && told.state === "merged"
            ? { [to]: [...state[to], { ...step, proposal: told.proposalId }] }
            : {}),
        }));
        const isLeft = told.state === "waiting" || told.state === "conflicts";
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
