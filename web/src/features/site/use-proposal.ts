/** The proposal that the canvas shows: the one the address names, or the newest that is about the site. */
import { useQueries, useQuery, useQueryClient } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useMemo } from "react";
import { keys } from "@/api/keys";
import { decideInOrder, isOpen, proposalQuery, proposalsQuery } from "@/api/proposals";
import type { ProposalDetail } from "@/api/schema";
import { type Decision, type SiteChange, siteChanges } from "./proposal";

const route = getRouteApi("/app/site");
const LOOKED_AT = 5;

export interface OpenProposal {
  detail: ProposalDetail;
  branch: string;
  changes: SiteChange[];
  decide: (change: SiteChange, decision: Decision) => Promise<void>;
}

/** Return the proposal on the site that waits, if there is one. */
export function useProposal(projectId: string | undefined): {
  proposal: OpenProposal | null;
  isPending: boolean;
} {
  const { proposal: wanted } = route.useSearch();
  const client = useQueryClient();
  const all = useQuery(proposalsQuery);
  const open = (all.data ?? []).filter(
    (one) => one.projectId === projectId && one.branch && isOpen(one) && (!wanted || one.id === wanted),
  );
  const details = useQueries({ queries: open.slice(0, LOOKED_AT).map(({ id }) => proposalQuery(id)) });
  const isPending = all.isPending || details.some((one) => one.isPending);
  const detail = details
    .map(({ data }) => data)
    .find((one) => one?.hunks.some(({ target }) => target.room === "site"));
  return useMemo(() => {
    const branch = detail?.proposal.branch;
    if (!detail || !branch || !isOpen(detail.proposal)) return { proposal: null, isPending };
    const decide = async (change: SiteChange, decision: Decision) => {
      await decideInOrder(detail.proposal.id, [{ hunks: change.hunks.map(({ id }) => id), decision }]);
      await client.invalidateQueries({ queryKey: keys.proposal(detail.proposal.id) });
    };
    return { proposal: { detail, branch, changes: siteChanges(detail), decide }, isPending };
  }, [detail, client, isPending]);
}
