import { useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { Download, Ellipsis, FlaskConical, GitFork, RotateCcw, Undo2 } from "lucide-react";
import { useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { api, unwrap } from "@/api/client";
import { keys } from "@/api/keys";
import { useMay } from "@/api/may";
import { findProposal, isOpen, proposalsQuery, undoTurn } from "@/api/proposals";
import type { RunDetail, RunInfo } from "@/api/schema";
import { type Command, useCommands } from "@/lib/commands";
import { notify } from "@/lib/notices";
import type { RunView } from "@/lib/run/view";
import { useAct } from "@/lib/use-act";
import { Button, buttonClass } from "@/ui/button";
import { IconButton } from "@/ui/icon-button";
import { later } from "@/ui/later";
import { Menu, MenuItem } from "@/ui/menu";
import { sentenceOf } from "@/ui/review/use-undo";
import { offers } from "../model";

const route = getRouteApi("/app/runs/$runId");
const ForkDialog = later(() => import("./fork"));

/** What can be done with a run: stop it, go on, do it again, ask something else, take it along. */
export function RunActions({ detail, view }: { detail: RunDetail; view: RunView | null }) {
  const { t } = useTranslation();
  const { run } = detail;
  const { step } = route.useSearch();
  const [isForking, setForking] = useState(false);
  const acts = useRunActs(run);
  const can = offers(run.status);
  const may = useMay();
  const changes = view?.items.find((item) => item.kind === "proposal") ?? null;
  useCommands(
    useMemo<Command[]>(
      () => [
        {
          id: "runs.fork",
          label: t("runs.fork"),
          group: "do",
          icon: GitFork,
          keys: ["f"],
          run: () => setForking(true),
        },
      ],
      [t],
    ),
  );
  return (
    <>
      <Button look="quiet" icon={GitFork} onClick={() => setForking(true)}>
        {t("runs.fork")}
      </Button>
      {run.agent && may("evals.team.create") ? (
        <Button look="quiet" icon={FlaskConical} busy={acts.isBusy} onClick={() => acts.makeTest()}>
          {t("runs.makeTest")}
        </Button>
      ) : null}
      <Menu align="end" trigger={<IconButton icon={Ellipsis} name={t("frame.more")} />}>
        {can.retry && step ? (
          <MenuItem icon={RotateCcw} onClick={() => acts.retry(step)}>
            {t("runs.retryStep")}
          </MenuItem>
        ) : null}
        {can.retry ? (
          <MenuItem icon={RotateCcw} onClick={() => acts.retry(null)}>
            {t("runs.retry")}
          </MenuItem>
        ) : null}
        {changes ? (
          <MenuItem icon={Undo2} onClick={() => acts.undo()}>
            {t("runs.undo")}
          </MenuItem>
        ) : null}
        <MenuItem
          icon={Download}
          link={<a href={`/api/runs/${run.id}/export`} download={`run-${run.id}.json`} />}
        >
          {t("runs.export")}
        </MenuItem>
      </Menu>
      {can.resume ? (
        <Button look="primary" busy={acts.isBusy} onClick={() => acts.resume()}>
          {t("runs.resume")}
        </Button>
      ) : null}
      {can.stop ? (
        <Button busy={acts.isBusy} onClick={() => acts.stop()}>
          {t("runs.stop")}
        </Button>
      ) : changes && !can.resume ? (
        <ReviewLink told={changes} />
      ) : null}
      {isForking ? <ForkDialog run={run} onClose={() => setForking(false)} /> : null}
    </>
  );
}

function ReviewLink({ told }: { told: { proposalId: string; branch: string } }) {
  const { t } = useTranslation();
  const proposals = useQuery(proposalsQuery).data ?? [];
  const proposal = findProposal(proposals, told);
  if (!proposal) return null;
  const open = isOpen(proposal);
  return (
    <Link
      to="/review/$proposalId"
      params={{ proposalId: proposal.id }}
      className={buttonClass(open ? "primary" : "usual")}
    >
      {t(open ? "runs.review" : "runs.reviewed")}
    </Link>
  );
}

function useRunActs(run: RunInfo) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const navigate = route.useNavigate();
  const { isBusy, act } = useAct();
  const params = { path: { run_id: run.id } };
  const done = async (text: string) => {
    notify({ tone: "done", text });
    await client.invalidateQueries({ queryKey: keys.runs });
  };
  return {
    isBusy,
    stop: () =>
      act(async () => {
        await unwrap(api.POST("/api/runs/{run_id}/cancel", { params }));
        await done(t("runs.stopped"));
      }),
    resume: () =>
      act(async () => {
        await unwrap(api.POST("/api/runs/{run_id}/resume", { params }));
        await done(t("runs.resumed"));
      }),
    retry: (step: string | null) =>
      act(async () => {
        const fresh = await unwrap(api.POST("/api/runs/{run_id}/retry", { params, body: { step } }));
        await done(t("runs.retried"));
        await navigate({
          to: "/runs/$runId",
          params: { runId: fresh.id },
          search: ({ project }) => ({ project }),
        });
      }),
    makeTest: () =>
      act(async () => {
        await unwrap(api.POST("/api/evals", { body: { runId: run.id } }));
        await client.invalidateQueries({ queryKey: keys.agents });
        notify({
          tone: "done",
          text: t("runs.testMade"),
          action: {
            label: t("runs.openTests"),
            run: () => void navigate({ to: "/agents", search: { agent: run.agent, part: "evals" } }),
          },
        });
      }),
    undo: () =>
      act(async () => {
        const { undone, rejected } = await undoTurn(run.id);
        await done(t(sentenceOf(undone.state, rejected, "review.saidUndone"), { count: rejected }));
        await client.invalidateQueries({ queryKey: keys.inbox });
        await client.invalidateQueries({ queryKey: keys.content });
      }),
  };
}
